// An editor of JSON: a text area above a layer that shows its colours and errors, so that undo, input methods and
// screen readers work as in any text area.
{
  const { element: h, many } = page
  const largest = 200000  // Beyond it the text has no colours.
  const tokens = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g
  let made = 0

  const toneOf = ({ severity }) => severity === 'error' ? 'bad' : 'warn'

  // A diagnostic with its place in the text, and its line with a caret below it. Its columns are Unicode scalars.
  const placed = (text, diagnostic) => {
    const { line = 0, column = 1, endLine = line, endColumn = column } = diagnostic
    const lines = text.split('\n')
    const before = (row, column) => [...lines[row - 1] ?? ''].slice(0, column - 1).join('')
    const offset = (row, column) => [...lines.slice(0, row - 1), before(row, column)].join('\n').length
    if (!line) return { ...diagnostic, line, start: 0, end: 0 }
    const start = offset(line, column)
    const end = Math.max(offset(endLine, endColumn), start + 1)
    const source = lines[line - 1] ?? ''
    const left = before(line, column)
    const from = Math.max(0, left.length - 60)
    const number = ` ${line} | `
    const length = Math.max(1, Math.min(end - start, source.length - left.length, 100))
    const caret = number + source.slice(from, from + 160) + '\n' + number.replace(/\d/g, ' ') + left.slice(from).replace(/[^\t]/g, ' ') + '^'.padEnd(length, '~')
    return { ...diagnostic, line, column, start, end, caret }
  }

  // { node, text, readOnly, diagnostics(list), format() }
  page.editor = ({ label, onChange }) => {
    const id = 'editor' + ++made
    const layer = h('pre.editor-layer', { 'aria-hidden': 'true' })
    const gutter = h('div.editor-gutter', { 'aria-hidden': 'true' })
    const about = h('p.editor-about', { id: id + '-about' })
    const hint = h('p.note', { id: id + '-hint', text: 'Ctrl+Space completes, Tab indents; Escape, then Tab leaves the editor.' })
    const summary = h('p', { role: 'status' })
    const problems = h('ul.editor-problems', { 'aria-label': 'Errors and warnings' })
    const choices = h('div.editor-choices', { role: 'listbox', id: id + '-choices', 'aria-label': 'Completions', hidden: true })
    const area = h('textarea.editor-area', {
      wrap: 'off', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', 'aria-label': label, 'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox', 'aria-controls': id + '-choices', 'aria-describedby': `${id}-hint ${id}-about`
    })
    const code = h('div.editor-code', layer, area, choices)
    const node = h('div.stack.editor', h('div.editor-frame', gutter, code), about, hint, summary, problems)

    let marks = []
    let shown = []
    let chosen = -1
    let context = null
    let leaving = false

    const draw = () => {
      const text = area.value
      const children = []
      let at = 0
      const put = (end, kind) => {  // Cuts a piece where marks begin and end.
        while (at < end) {
          const mark = marks.find(one => one.start < end && one.end > at)
          const inside = mark && mark.start <= at
          const to = !mark ? end : inside ? Math.min(end, mark.end) : mark.start
          children.push(h('span', { class: `${kind} ${inside ? 'wrong ' + toneOf(mark) : ''}` }, text.slice(at, to)))
          at = to
        }
      }
      for (const { 0: all, 1: string, 2: colon, index } of text.length <= largest ? text.matchAll(tokens) : []) {
        put(index, '')
        put(index + (string ?? all).length, !string ? (/^[-\d]/.test(all) ? 'number' : 'word') : colon ? 'key' : 'string')
      }
      put(text.length, '')
      layer.replaceChildren(...children, marks.some(one => one.end > text.length) ? h('span.wrong', ' ') : '', '\n')
      gutter.replaceChildren(...text.split('\n').map((_, i) => {
        const mark = marks.find(one => one.line === i + 1)
        return h('div', mark ? { class: 'marked ' + toneOf(mark), title: mark.message } : {}, String(i + 1))
      }))
      follow()
    }

    const follow = () => {
      layer.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`
      gutter.style.transform = `translateY(${-area.scrollTop}px)`
    }

    // Replaces a part of the text so that the browser's undo takes it back.
    const replace = (start, end, text, caret = start + text.length) => {
      area.setSelectionRange(start, end)
      if (!(text ? document.execCommand('insertText', false, text) : document.execCommand('delete'))) {
        area.setRangeText(text, start, end)
        area.dispatchEvent(new Event('input'))
      }
      area.setSelectionRange(caret, caret)
    }

    const close = () => {
      shown = []
      choices.hidden = true
      area.removeAttribute('aria-activedescendant')
    }

    const choose = index => {
      chosen = index
      for (const [i, row] of [...choices.children].entries()) row.setAttribute('aria-selected', i === index)
      area.setAttribute('aria-activedescendant', choices.children[index].id)
      choices.children[index].scrollIntoView({ block: 'nearest' })
    }

    const caretBox = () => {
      const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let left = area.selectionStart; walker.nextNode(); left -= walker.currentNode.length) {
        if (left > walker.currentNode.length) continue
        range.setStart(walker.currentNode, left)
        return range.getBoundingClientRect()
      }
    }

    const complete = async () => {
      try { await page.schema.load() } catch (error) { return page.fail(error) }
      if (document.activeElement !== area) return
      context = page.schema.at(area.value, area.selectionStart)
      shown = context.options.slice(0, 60)
      if (!shown.length) return close()
      choices.replaceChildren(...shown.map((option, i) => h('div', {
        role: 'option', id: `${id}-choice-${i}`, class: 'editor-choice', on: { mousedown: event => { event.preventDefault(); accept(i) } }
      }, h('span.mono', option.label), h('span.faint', option.note))))
      choices.hidden = false
      const box = caretBox()
      const frame = code.getBoundingClientRect()
      const above = box.top - frame.top
      const below = box.bottom - frame.top + 2
      const up = frame.height - below < choices.offsetHeight && above > frame.height - below
      choices.style.top = `${up ? Math.max(0, above - choices.offsetHeight) : below}px`
      choices.style.left = `${Math.max(0, Math.min(box.left - frame.left, frame.width - choices.offsetWidth - 4))}px`
      choose(0)
    }

    const accept = index => {
      const { insert, again } = shown[index]
      const caret = insert.indexOf('|')
      close()
      const { from, to } = context
      replace(from, to, again ? insert.replace('|', '') : insert, from + (again ? caret : insert.length))
      if (again) complete()
    }

    const explain = () => {
      const at = area.selectionStart
      const mark = marks.find(one => at >= one.start && at <= one.end)
      const { path, text, takes, standard } = page.schema.at(area.value, at)?.about ?? {}
      about.replaceChildren(
        h('span.mono', path || '/'), ' ', mark ? h('strong', { class: toneOf(mark), text: mark.message + ' ' }) : '', text ?? '',
        h('span.faint', (takes ? ` Takes ${takes}.` : '') + (standard ? ` Default ${standard}.` : '')))
    }

    const lineStart = () => area.value.lastIndexOf('\n', area.selectionStart - 1) + 1

    const indent = back => {
      const { value, selectionStart: start, selectionEnd: end } = area
      if (start === end && !back) return replace(start, end, '  ')
      const from = lineStart()
      const text = value.slice(from, end).split('\n').map(line => back ? line.replace(/^ {1,2}/, '') : line && '  ' + line).join('\n')
      replace(from, end, text)
      if (start !== end) area.setSelectionRange(from, from + text.length)
    }

    const breakLine = () => {
      const { value, selectionStart: start, selectionEnd: end } = area
      const line = value.slice(lineStart(), start)
      const space = '\n' + /^\s*/.exec(line)[0]
      const opens = /[[{]\s*$/.test(line)
      const [, spaces = '', closes] = opens ? /^( *)([\]}])/.exec(value.slice(end)) ?? [] : []
      const text = space + (opens ? '  ' : '')
      replace(start, end + spaces.length, text + (closes ? space : ''), start + text.length)
    }

    const on = (name, handle) => area.addEventListener(name, handle)
    on('keydown', event => {
      const { key, isComposing, shiftKey } = event
      if (isComposing) return
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      const left = leaving
      leaving = left && key === 'Shift'
      const taken = () => {
        if (key === ' ' && event.ctrlKey && !area.readOnly) return complete()
        if (!plain) return false
        if (shown.length) {
          const step = { ArrowDown: 1, ArrowUp: shown.length - 1, PageDown: 8, PageUp: shown.length * 8 - 8 }[key]
          if (step) return choose((chosen + step) % shown.length) ?? true
          if (key === 'Enter' || (key === 'Tab' && !shiftKey)) return accept(chosen) ?? true
          if (key === 'Escape') { event.stopPropagation(); return close() ?? true }
        }
        if (key === 'Escape') { leaving = true; page.say('Tab leaves the editor now.') }
        if (area.readOnly) return false
        if (key === 'Tab' && !left) return indent(shiftKey) ?? true
        if (key === 'Enter' && !shiftKey) return close() ?? breakLine() ?? true
      }
      if (taken()) event.preventDefault()
    })
    on('input', event => {
      marks = marks.filter(one => one.end <= area.selectionStart - 1)  // Those behind have moved; a check gives them again.
      draw()
      onChange(area.value)
      const typed = event.inputType === 'insertText' && /^[\w"/.-]$/.test(event.data)
      if (typed || (shown.length && event.inputType === 'deleteContentBackward')) complete()
      else close()
      explain()
    })
    on('scroll', () => { follow(); if (shown.length) close() })
    on('blur', close)
    on('focus', () => page.schema.load().then(explain, page.fail))
    on('keyup', explain)
    on('click', () => { close(); explain() })

    const jump = mark => {
      area.focus()
      area.setSelectionRange(mark.start, mark.start)
      area.scrollTop = Math.max(0, (mark.line - 1) * parseFloat(getComputedStyle(area).lineHeight) - area.clientHeight / 2)
      explain()
    }

    return {
      node,
      get text() { return area.value },
      set text(value) {
        area.value = value
        marks = []
        summary.textContent = ''
        problems.replaceChildren()
        area.setSelectionRange(0, 0)
        area.scrollTop = 0
        close()
        draw()
      },
      set readOnly(value) { area.readOnly = value; hint.hidden = value },
      diagnostics: list => {
        marks = list.map(one => placed(area.value, one)).sort((a, b) => a.start - b.start)
        const errors = list.filter(one => one.severity === 'error').length
        const text = list.length ? `${many(errors, 'error')}, ${many(list.length - errors, 'warning')}` : 'No errors.'
        if (summary.textContent !== text) summary.textContent = text
        summary.className = errors ? 'bad' : list.length ? 'warn' : 'good'
        area.setAttribute('aria-invalid', errors > 0)
        problems.replaceChildren(...marks.map(mark => h('li', {},
          h('button', { type: 'button', class: 'editor-problem ' + toneOf(mark), on: { click: () => jump(mark) } },
            h('span.mono', mark.line ? `${mark.line}:${mark.column} ` : ''), h('strong', mark.severity + ': '), mark.message),
          mark.caret ? h('pre', { 'aria-hidden': 'true', text: mark.caret }) : null)))
        draw()
        explain()
      },
      format: () => {
        JSON.parse(area.value)  // Throws where it is no JSON.
        area.focus()
        replace(0, area.value.length, page.schema.format(area.value), 0)
      }
    }
  }
}
