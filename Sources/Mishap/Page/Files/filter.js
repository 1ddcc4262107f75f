{
  const { element, journal } = page
  const names = ['session', 'label', 'rule', 'failure', 'ending', 'unmatched', 'text']
  const fields = {}
  let typing = null

  page.filter = {}
  page.clearFilter = () => {
    clearTimeout(typing)
    typing = null
    page.address.set(Object.fromEntries(names.map((name) => [name, null])))
  }

  const set = (name) => page.address.set({ [name]: fields[name].value.trim() })

  const listed = (name, title) => {
    // At once where it is a value that has occurred; else when it is complete.
    const input = () => (!fields[name].value || journal.occurred[name].has(fields[name].value)) && set(name)
    fields[name] = element('input', {
      list: `${name}-list`, autocomplete: 'off', spellcheck: 'false', placeholder: 'any', title: `${title}; * at the end stands for anything`, on: { input, change: () => set(name) }
    })
    return element('label.field', title, fields[name], element('datalist', { id: `${name}-list` }))
  }

  page.filterFields = () => {
    const input = () => {
      clearTimeout(typing)
      typing = setTimeout(() => {
        typing = null
        set('text')
      }, 150)
    }
    const keydown = (event) => event.key === 'Escape' && fields.text.blur()
    const endings = Object.entries(page.endings).map(([name, { word, title }]) => element('option', { value: name, title }, word))
    fields.text = element('input', { type: 'search', placeholder: 'target, header, body …', spellcheck: 'false', autocomplete: 'off', on: { input, keydown } })
    fields.ending = element('select', { on: { change: () => set('ending') } }, element('option', { value: '' }, 'any'), endings)
    fields.unmatched = element('input', { type: 'checkbox', on: { change: () => page.address.set({ unmatched: fields.unmatched.checked ? '1' : null }) } })
    const clear = page.button('Clear filter', page.clearFilter, { class: 'quiet', title: 'Clear the filter (x)' })
    const unfold = () => fold.setAttribute('aria-expanded', fold.closest('.tools').classList.toggle('unfolded'))
    const fold = page.button('Filter', unfold, { class: 'fold', 'aria-expanded': 'false' })
    let was = {}
    page.on('filter', (filter) => {
      for (const [name, field] of Object.entries(fields)) {
        if (name === 'text' && typing) continue
        if (name === 'unmatched') field.checked = Boolean(filter[name])
        else if (field !== document.activeElement || filter[name] !== was[name]) field.value = filter[name] ?? ''
        field.parentElement.classList.toggle('set', Boolean(filter[name]))
      }
      was = filter
      clear.style.visibility = Object.keys(filter).length ? '' : 'hidden'
    })
    page.key('/', 'Search', () => fields.text.select(), 'timeline')
    page.key('x', 'Clear the filter', page.clearFilter, 'timeline')
    queueMicrotask(() => page.tell('filter', page.filter))
    return element('div', { class: 'filter', role: 'search' },
      element('label.field.long', 'Search', fields.text), fold, listed('failure', 'Failure'), listed('rule', 'Rule'), listed('label', 'Label'),
      element('label.field', 'Ending', fields.ending), element('label.check', fields.unmatched, 'unmatched'), clear)
  }

  // What has occurred is offered, at most twice a second.

  let waiting = false
  const offer = () => {
    waiting = false
    for (const [name, map] of Object.entries(journal.occurred)) {
      const values = [...new Set([...map.keys(), ...(name === 'session' ? journal.sessions.keys() : [])])].slice(0, 800).sort()
      page.byID(`${name}-list`)?.replaceChildren(...values.map((value) => element('option', { value }, name === 'session' ? journal.labels.get(value) : null)))
    }
  }
  const soon = () => {
    if (!waiting) setTimeout(offer, 500)
    waiting = true
  }
  page.on('occurred', soon)
  page.on('sessions', soon)

  page.on('address', () => {
    const filter = Object.fromEntries(names.map((name) => [name, page.address.get(name)]).filter(([, value]) => value !== null))
    if (JSON.stringify(filter) === JSON.stringify(page.filter)) return
    page.filter = filter
    page.tell('filter', filter)
  })
}
