{
  const { element, svg, journal } = page

  /** Shape and word of an ending: `set(name)` gives another. */
  page.ending = (attributes) => {
    const path = svg('path')
    const word = element('span')
    const node = element('span', { ...attributes }, svg('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, path), word)
    node.set = (name) => {
      const ending = page.endings[name]
      node.className = `ending e-${name}`
      node.title = ending.title
      path.setAttribute('d', ending.shape)
      word.textContent = ending.word
    }
    return node
  }

  /** Silence, the first byte, what was sent, what lingered, and the ending, to scale: `set(row, milliseconds)`. */
  page.track = () => {
    const parts = ['wait', 'sent', 'linger', 'first', 'stop'].map((name) => element('i', { class: name }))
    const [wait, sent, linger, first, stop] = parts
    const node = element('div', { class: 'track', 'aria-hidden': 'true' }, parts)
    const place = (part, from, to) => {
      part.hidden = from === null || to === null || to < from
      if (part.hidden) return
      part.style.left = `${Math.min(100, from)}%`
      if (to > from) part.style.width = `${Math.min(100, to) - Math.min(100, from)}%`
    }
    node.set = (row, scale) => {
      const total = page.lasted(row)
      const at = (ms) => (ms === null || total === null ? null : (ms / scale) * 100)
      const last = row.last ?? row.first
      node.className = `track e-${row.ending}${total > scale ? ' over' : ''}`
      place(wait, 0, at(row.first ?? total))
      place(first, at(row.first), at(row.first))
      place(sent, at(row.first), at(last))
      place(linger, at(last), row.last !== null && total - row.last < scale / 200 ? null : at(total))
      place(stop, at(total), at(total))
    }
    return node
  }

  /** How long it took, or takes so far; null where nobody knows. */
  page.lasted = (row) => row.milliseconds ?? (row.ending === 'open' && row.at !== null ? performance.now() - row.at : null)

  const nice = (ms) => {
    const ten = 10 ** Math.floor(Math.log10(Math.max(ms, 0.1)))
    return ten * [1, 2, 5, 10].find((n) => n * ten >= ms)
  }

  // `shown`: the rows that the filter takes, the oldest first. The index of a row on the page counts from its end.

  let test = null
  let shown = []
  let stale = false
  let follow = true
  let common = true
  let scale = 1
  let picked = null
  let top = null
  let offset = 0
  let scrolled = 0
  let pending = false
  let ticker = null
  let grid, scroll, size, empty, more, scaleText, buttons
  const nodes = new Map()
  const free = []
  const changed = new Set()

  const draw = () => {
    if (pending || !grid) return
    pending = true
    requestAnimationFrame(paint)
  }

  /** Where the row with this number is in `shown`, or would be. */
  const place = (order) => {
    let low = 0
    let high = shown.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (shown[middle].order < order) low = middle + 1
      else high = middle
    }
    return low
  }

  const at = (index) => shown[shown.length - 1 - index]
  const indexOf = (row) => (row ? shown.length - 1 - place(row.order) : -1)

  const rebuild = () => {
    stale = false
    shown = journal.matching(page.filter)
    for (const row of nodes.keys()) changed.add(row)
    draw()
  }

  page.on('rows', ({ added, changed: row, cut, all }) => {
    if (all) {
      picked = top = null
      return rebuild()
    }
    if (journal.paused) stale = true
    else if (cut !== undefined) shown.splice(0, place(cut))
    else if (added) {
      if (!test || test(added)) shown.splice(place(added.order), 0, added)
    } else {
      if (nodes.has(row)) changed.add(row)
      const i = place(row.order)
      if (test && test(row) !== (shown[i] === row)) shown[i] === row ? shown.splice(i, 1) : shown.splice(i, 0, row)
    }
    draw()
  })

  const height = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--high'))

  const make = () => {
    const cell = (name, ...content) => element('span', { role: 'gridcell', class: name }, content)
    const method = element('b')
    const target = document.createTextNode('')
    const track = page.track()
    const cells = [
      cell('time'), page.ending({ role: 'gridcell' }), cell('status'), cell('target', method, target), cell('failure'), cell('rule'), cell('session'), cell('timebar', track), cell('bytes')
    ]
    const [time, ending, status, request, failure, rule, session, bar, bytes] = cells
    const node = element('div', { role: 'row' }, cells)
    node.fill = (row) => {
      node.row = row
      node.className = row.gap ? 'line gap' : 'line'
      time.textContent = page.time(row.time)
      method.textContent = row.method ? `${row.method} ` : ''
      target.data = row.gap ? `about ${page.number(Math.ceil(row.gap / 2))} requests more, beyond ${journal.rate} events a second` : row.target ?? row.what ?? ''
      request.title = target.data
      if (row.gap) return
      session.textContent = row.session ?? ''
      session.title = journal.labels.get(row.session) ?? session.textContent
      rule.textContent = rule.title = row.rule === null ? (row.unmatched ? 'no rule' : '') : row.step ? `${row.rule} · ${row.step}` : row.rule
      failure.textContent = failure.title = row.failure ?? ''
      status.textContent = row.status ?? (['open', 'unseen'].includes(row.ending) ? '' : '–')
      status.className = `status s-${String(row.status ?? '')[0]}`
      bytes.textContent = page.bytes(row.bytes)
      ending.set(row.ending)
    }
    node.time = (row) => {
      if (row.gap) return
      const total = page.lasted(row)
      track.set(row, common ? scale : total || 1)
      if (row.ending !== 'open') bar.title = total === null ? '' : `${page.milliseconds(total)}, ${row.first === null ? 'nothing sent' : `first byte at ${page.milliseconds(row.first)}`}`
      bar.setAttribute('aria-label', row.ending === 'open' ? 'still open' : bar.title)
    }
    return node
  }

  const paint = () => {
    pending = false
    if (page.views.current !== 'timeline') return
    const high = height()
    size.style.height = `${shown.length * high}px`
    const wanted = follow ? 0 : top ? indexOf(top) * high + offset : scroll.scrollTop
    if (Math.abs(scroll.scrollTop - wanted) >= 1) scroll.scrollTop = wanted
    anchor()
    buttons.follow.setAttribute('aria-pressed', follow)
    const from = Math.max(0, Math.floor(scrolled / high) - 4)
    const to = Math.min(shown.length, Math.ceil((scrolled + scroll.clientHeight) / high) + 4)
    const visible = new Set()
    let longest = 0
    let silent = 0
    let ticking = false
    for (let i = from; i < to; i++) {
      const row = at(i)
      visible.add(row)
      if (row.gap) continue
      ticking ||= row.ending === 'open'
      const lasted = page.lasted(row) ?? 0
      if (row.ending === 'open' || row.ending === 'held') silent = Math.max(silent, lasted)
      else longest = Math.max(longest, lasted)
    }
    // What is silent for long would leave no room for the others: it goes beyond the scale.
    longest ||= silent
    if (longest > scale || longest < scale / 5) scale = nice(longest)
    for (const [row, node] of nodes) {
      if (visible.has(row)) continue
      nodes.delete(row)
      free.push(node)
      node.remove()
    }
    for (let i = from; i < to; i++) {
      const row = at(i)
      let node = nodes.get(row)
      if (!node || changed.has(row)) {
        node ??= free.pop() ?? make()
        nodes.set(row, node)
        node.fill(row)
        if (!node.isConnected) size.append(node)
      }
      node.time(row)
      node.id = `r${row.order}`
      node.style.transform = `translateY(${i * high}px)`
      node.setAttribute('aria-rowindex', i + 2)
      node.setAttribute('aria-selected', row === picked)
    }
    changed.clear()
    grid.setAttribute('aria-rowcount', shown.length + 1)
    if (nodes.has(picked)) grid.setAttribute('aria-activedescendant', `r${picked.order}`)
    else grid.removeAttribute('aria-activedescendant')
    scaleText.textContent = common ? `0 – ${page.milliseconds(scale).replace(/\.0+ /, ' ')}` : 'each to its own scale'
    const newer = Math.floor(scrolled / high)
    more.hidden = follow || !newer
    more.textContent = `↑ ${page.number(newer)} newer`
    empty.hidden = shown.length > 0
    if (!empty.hidden) empty.replaceChildren(...nothing())
    if (ticking) {
      ticker ??= setTimeout(() => {
        ticker = null
        draw()
      }, 100)
    }
  }

  const nothing = () =>
    journal.entries.length ? [element('p', 'No request matches the filter.'), page.button('Clear the filter', page.clearFilter)]
      : page.offline ? [element('p', 'This page was opened from a file. Open a saved journal, NDJSON or HAR, or drop it here.'), page.button('Open a journal', page.openFile)]
        : [element('p', 'No request yet. Point a client at this gateway:'), element('pre', `curl -v ${location.origin}/@tcp/reset-mid-body/any`)]

  setInterval(() => {
    const { requests, gaps, dropped } = journal
    const text = gaps ? `about ${page.number(requests + Math.ceil(gaps / 2))} requests, ${page.number(requests)} seen` : page.many(requests, 'request')
    const node = page.byID('counted')
    if (node.textContent === text) return
    node.textContent = text
    node.title = dropped ? `The oldest ${page.number(dropped)} rows were dropped for room` : ''
  }, 250)

  /** Selects the row with this index, or the next that is a request, and brings it into view. */
  const pick = (i) => {
    const step = i < indexOf(picked) ? -1 : 1
    i = Math.max(0, Math.min(shown.length - 1, i))
    while (at(i)?.gap && at(i + step)) i += step
    if (!at(i)) return
    paint()
    picked = at(i)
    const high = height()
    scroll.scrollTop = Math.max((i + 1) * high - scroll.clientHeight, Math.min(scroll.scrollTop, i * high))
    keep()
    if (page.shownRow) page.show(picked)
  }

  /** Remembers what stands at the top, which stays there when rows come; where the newest came to be, it follows. */
  const anchor = () => {
    const before = scrolled
    scrolled = scroll.scrollTop
    if (before >= 1 && scrolled < 1) follow = true
    const i = Math.floor(scrolled / height())
    top = at(i) ?? null
    offset = scrolled - i * height()
  }

  const keep = (on = follow && scroll.scrollTop < 1) => {
    follow = on
    anchor()
    draw()
  }

  /** By a hand: what the page scrolled is known. It goes from what is drawn, for newer rows may have come since. */
  const move = () => {
    const by = scroll.scrollTop - scrolled
    if (!by) return
    scrolled += by
    offset += by
    follow = scrolled < 1
    draw()
  }

  page.views.add({
    id: 'timeline',
    title: 'Timeline',
    key: 't',
    mount: (section) => {
      const column = (name, ...content) => element('span', { role: 'columnheader', class: name }, content)
      const setFollow = () => keep(!follow)
      const setScale = () => {
        common = !common
        buttons.scale.setAttribute('aria-pressed', common)
        draw()
      }
      buttons = {
        pause: page.button('Pause', journal.pause, { 'aria-pressed': 'false', title: 'Stand still, and go on counting (p)' }),
        follow: page.button('Follow', setFollow, { title: 'Stay with the newest (f)' }),
        scale: page.button('scale', setScale, { class: 'quiet', 'aria-pressed': 'true', title: 'One scale for all rows, or one for each (z)' })
      }
      scaleText = element('span')
      size = element('div', { class: 'size', role: 'presentation' })
      scroll = element('div', { class: 'scroll', role: 'rowgroup', 'aria-label': 'Rows', tabIndex: -1 }, size)
      empty = element('div.empty')
      more = page.button('', () => keep(true), { class: 'more', hidden: true })
      const head = element('div', { class: 'line head', role: 'row', 'aria-rowindex': '1' },
        column('time', 'time'), column('ending', 'ending'), column('status', element('span.unseen', 'status')),
        column('target', 'request'), column('failure', 'failure'), column('rule', 'rule · step'), column('session', 'session'), column('timebar', scaleText, buttons.scale), column('bytes', 'bytes'))
      grid = element('div', { class: 'rows', role: 'grid', tabIndex: 0, 'aria-label': 'Requests, the newest first', 'aria-colcount': '9' },
        element('div', { role: 'rowgroup' }, head), scroll, empty, more)
      const split = element('div.split', grid)
      const clear = page.button('Clear', journal.clear, { title: 'Empty the page; the gateway keeps its journals (c)' })
      section.append(element('div.tools', page.filterFields(), element('div.row', buttons.pause, buttons.follow, clear, page.fileButtons())), split)
      page.mountRequest(split)
      page.on('shown', (row) => {
        split.classList.toggle('open', Boolean(row))
        if (!row && !document.activeElement?.closest('.tools, .top')) grid.focus({ preventScroll: true })
        draw()
      })
      scroll.addEventListener('scroll', move, { passive: true })
      size.addEventListener('click', (event) => {
        const row = event.target.closest('.line')?.row
        if (!row || row.gap) return
        picked = row
        grid.focus({ preventScroll: true })
        page.show(row)
        draw()
      })
      new ResizeObserver(draw).observe(scroll)

      const there = () => page.views.current === 'timeline' && (document.activeElement === document.body || document.activeElement === grid)
      const step = (by) => () => pick(by > 0 || picked ? indexOf(picked) + by : 0)
      const full = () => Math.max(1, Math.floor(scroll.clientHeight / height()) - 1)
      page.key(['ArrowDown', 'j'], 'Next request below', step(1), there)
      page.key(['ArrowUp', 'k'], 'Next request above', step(-1), there)
      page.key('PageDown', 'A page down', () => step(full())(), there)
      page.key('PageUp', 'A page up', () => step(-full())(), there)
      page.key('Home', 'Newest request', () => { pick(0); keep(true) }, there)
      page.key('End', 'Oldest request', () => pick(shown.length - 1), there)
      page.key('Enter', 'Show the request in full', () => { if (!picked) pick(0); if (picked) page.show(picked, true) }, there)
      page.key('Escape', 'Close the request', () => page.show(null), () => page.views.current === 'timeline' && page.shownRow !== null)
      page.key('p', 'Pause, or go on', journal.pause, 'timeline')
      page.key('f', 'Follow the newest', setFollow, 'timeline')
      page.key('c', 'Clear the page', journal.clear, 'timeline')
      page.key('z', 'One scale for all rows, or one for each', setScale, 'timeline')
      page.on('paused', (on) => {
        buttons.pause.setAttribute('aria-pressed', on)
        buttons.pause.textContent = on ? 'Go on' : 'Pause'
        if (!on && stale) rebuild()
      })
      keep()
    },
    show: draw
  })

  page.on('filter', (filter) => {
    test = journal.matcher(filter)
    rebuild()
  })
  page.on('sessions', () => page.filter.label && !journal.paused && rebuild())

  // What has ended, in words, once a second.

  const names = { closed: 'FIN', reset: 'RST', held: 'stalled', abandoned: 'left by the client', cancelled: 'cut off' }
  let ended = {}

  page.on('ended', ({ ending }) => {
    if (journal.paused) return
    ended[ending] = (ended[ending] ?? 0) + 1
    page.announce(() => {
      const all = Object.values(ended).reduce((sum, n) => sum + n, 0)
      const others = Object.entries(ended).filter(([name]) => names[name]).map(([name, n]) => `, ${page.number(n)} ${names[name]}`)
      ended = {}
      return page.many(all, 'request') + others.join('')
    })
  })
}
