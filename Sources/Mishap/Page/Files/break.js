// Breaks requests by hand: rules with a failure, put above those of a session, and taken back again.
// Also what the views of a gateway share: `page.part`.
{
  let made = 0

  const { element: h, many } = page
  const row = (...children) => h('div.row', ...children)
  const stack = (...children) => h('div.stack', ...children)
  const note = text => h('p.note', text)
  const field = (label, control, ...after) => h('label.field', label, control, ...after)
  const input = (more) => h('input', { autocomplete: 'off', spellcheck: 'false', ...more })
  const act = (label, run, more) => page.button(label, async () => {
    page.mend('any')
    try { await run() } catch (error) { page.fail(error) }
  }, more)
  const quietly = error => { if (!(error instanceof page.Gone)) page.fail(error) }

  // A view's panel: everything in it is off, and says so, while no gateway answers. `load` is called when one does.
  const body = (section, load, ...children) => {
    const notice = h('p.panel.note.warn', { role: 'status' })
    const all = h('fieldset.body.stack', { disabled: true }, ...children)
    const update = state => {
      const off = state === 'file' || (state === 'gone' && page.stateWords !== 'refused')
      if (all.disabled && !off) load().catch(quietly)
      all.disabled = off
      notice.hidden = !off || page.stateWords === 'connecting'
      notice.textContent = state === 'file'
        ? 'This is a saved journal: what is here needs a gateway. Start one by "mishap serve", and open its /__mishap/.'
        : 'No gateway answers. What is here stays as it was, and goes on when it is back.'
    }
    page.on('connection', update)
    update(page.state)
    section.append(notice, all)
  }

  // Calls `run` at once and each second while its view is shown.
  const watch = run => {
    let shown = false
    let going = false
    let timer = 0
    const now = async () => {
      if (going) return
      going = true
      clearTimeout(timer)
      if (!document.hidden && page.state !== 'file') await run().catch(quietly)
      going = false
      if (shown) timer = setTimeout(now, 1000)
    }
    return { start: () => { shown = true; now() }, stop: () => { shown = false; clearTimeout(timer) }, now }
  }

  // A search field with its list, a combobox: `find(text)` gives items { id, name, text, tag }, `pick(item)` takes one.
  const chooser = ({ label, hint, find, pick, controls }) => {
    const id = 'chooser' + ++made
    const list = h('div', { role: 'listbox', id: id + '-list', class: 'choices', tabIndex: -1, 'aria-label': label })
    const rest = h('p.note', { role: 'status' })
    const search = input({
      type: 'search', role: 'combobox', placeholder: hint, 'aria-autocomplete': 'list', 'aria-expanded': 'true', 'aria-controls': id + '-list'
    })
    let items = []
    let at = -1
    let chosen = null
    const mark = (index = at) => {
      at = index
      for (const [i, one] of [...list.children].entries()) {
        one.classList.toggle('active', i === at)
        one.setAttribute('aria-selected', items[i].id === chosen)
      }
      if (at >= 0) search.setAttribute('aria-activedescendant', `${id}-${at}`)
      else search.removeAttribute('aria-activedescendant')
    }
    const take = index => {
      if (!items[index] || list.closest('fieldset').disabled) return
      chosen = items[index].id
      mark(index)
      pick(items[index])
    }
    const draw = () => {
      const found = find(search.value.trim())
      const next = found.slice(0, 200)
      rest.textContent = found.length > 200 ? `${page.number(found.length - 200)} more: search for them.` : found.length ? '' : 'Nothing is called so.'
      if (JSON.stringify(next) === JSON.stringify(items)) return
      items = next
      list.replaceChildren(...items.map((item, i) => h('div', {
        role: 'option', id: `${id}-${i}`, class: 'choice', on: { mousedown: event => event.preventDefault(), click: () => take(i) }
      }, h('span.name', item.name), item.tag && h('span.tag', item.tag), h('span.faint', item.text ?? ''))))
      mark(search.value && items.length ? 0 : items.findIndex(item => item.id === chosen))
    }
    search.addEventListener('input', draw)
    search.addEventListener('keydown', event => {
      const { key } = event
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10 }[key]
      if (to !== undefined) {
        mark(Math.max(0, Math.min(items.length - 1, to)))
        list.children[at]?.scrollIntoView({ block: 'nearest' })
      } else if (key === 'Enter') take(Math.max(at, 0))
      else return
      event.preventDefault()
    })
    return { node: h('div.panel.stack.chooser', field(label, search), controls, list, rest), search, draw, choose: item => { chosen = item; mark() } }
  }

  const table = (label, heads, rows) => h('div.wide', page.table(rows, heads, { 'aria-label': label }))

  const address = (name, url) => h('div.row.address', h('code', url),
    page.button('Copy', () => page.copy(url), { class: 'quiet', 'aria-label': `Copy ${name}` }))

  // Replaces what a node shows only where it has changed, so that what has the focus or is selected stays.
  const show = (node, data, make) => {
    const key = JSON.stringify(data)
    if (node.shown === key) return false
    node.shown = key
    node.replaceChildren(...[make(data)].flat().filter(Boolean))
    return true
  }

  const sure = (title, text, label) => page.ask({
    title, body: h('p', { text }), actions: [{ label: 'Keep it', value: false }, { label, value: true, danger: true, primary: true }]
  })
  const isGone = error => error instanceof page.Problem && (error.status === 404 || error.status === 410)
  const path = (id, rest = '') => `sessions/${page.segment(id)}${rest}`
  const has = (text, ...values) => text.toLowerCase().split(/\s+/).every(word => values.join(' ').toLowerCase().includes(word))

  let sessions = []
  const loadSessions = async () => {
    const rank = ({ id, requests }) => id[0] === '~' ? 0 : id.includes('~') ? 1 : requests ? 2 : id === 'default' ? 3 : 4
    sessions = (await page.pages('sessions')).sort((a, b) => rank(a) - rank(b) || (rank(a) < 2 ? b.created.localeCompare(a.created) : 0))
  }
  const findSessions = text => sessions.filter(one => has(text, one.id, one.label, one.scenario)).map(({ id, label, scenario, requests }) => ({
    id, name: label ?? id, tag: requests ? many(requests, 'request') : '',
    text: [label && id, scenario !== id && scenario !== label && scenario].filter(Boolean).join(' · ')
  }))
  const gone = id => {
    page.fail(`Session ${id} is gone: choose another one.`)
    page.address.set({ session: null })
    loadSessions().catch(quietly)
  }

  page.part = { h, row, stack, note, field, input, act, quietly, body, watch, chooser, table, address, show, sure, isGone, path, has, loadSessions, findSessions, gone }

  // The catalogue: 2 MB, fetched when it is first needed.
  let catalogue = []
  let loading = null
  const named = name => catalogue.find(one => one.name === name) ??
    { ...catalogue.find(one => one.name === 'http/status/503'), name, summary: `The gateway answers with status ${name.slice(12)}.`, reports: {} }
  const loadCatalogue = () => (loading ??= page.call('GET', 'catalogue').then(({ json }) => {
    catalogue = json.filter(one => one.name)
    page.schema.meaning = name => catalogue.find(one => one.name === name)?.summary
  }).catch(error => { loading = null; throw error }))

  // As `mishap explain` searches: names and codes first, then words, then what clients report.
  const search = text => {
    const wanted = text.toLowerCase().replace(/^(error|code|status|errno|subcode)\s+#?/, '').replace(/::.*/, '')
    const place = one => {
      const later = one.kind === 'connection' ? 0.4 : one.inducible ? 0 : 0.5
      const names = [one.name, ...one.aliases ?? []].map(name => name.toLowerCase())
      if (!wanted) return ({ http: 1, tcp: 2, tls: 3 }[one.system] ?? 4) + later
      if (names.some(name => name === wanted || name.endsWith('/' + wanted))) return 1 + later
      if (names.some(name => name.includes(wanted))) return 2 + later
      const printed = has(wanted, ...Object.values(one.reports ?? {}))
      if (printed && /^(http|tcp|tls)$/.test(one.system)) return 2 + later
      return has(wanted, one.name, one.summary) ? 3 + later : printed ? 4 + later : 0
    }
    const found = catalogue.map(one => ({ one, at: place(one) })).filter(({ at }) => at).sort((a, b) => a.at - b.at).map(({ one }) => one)
    if (/^[1-9]\d\d$/.test(wanted) && wanted !== '503') found.unshift(named('http/status/' + wanted))
    return found
  }

  // What was broken by hand: rules whose names say so, in all sessions.
  const prefix = 'by hand: '
  let broken = []
  let scanned = false
  const suspected = new Set()
  const taken = new Set()  // An answer that was under way may still tell of them.
  const rescan = () => { scanned = false }
  page.on('ended', ({ rule, session }) => { if (rule?.startsWith(prefix)) suspected.add(session) })
  document.addEventListener('visibilitychange', rescan)

  const read = (session, { name, hits }) => {
    const [, failure = name.slice(prefix.length), times, match = ''] = /^by hand: (\S+?)(?:, (\d+|each) of (.*))? \([\d:.]+\)$/s.exec(name) ?? []
    return {
      key: `${session} ${name}`, session, name, hits, failure, match, times: Number(times) || 0, span: times ? span(Number(times)) : '',
      label: sessions.find(one => one.id === session)?.label
    }
  }

  const takeBack = async ({ key, session, name }) => {
    await page.call('DELETE', path(session, '/rules/' + encodeURIComponent(name))).catch(error => { if (!isGone(error)) throw error })
    taken.add(key)
    broken = broken.filter(rule => rule.key !== key)
    drawBroken()
  }

  const look = async id => {
    const before = [...broken]
    let rules = []
    try { rules = (await page.call('GET', path(id))).json.rules } catch (error) {
      if (!isGone(error)) throw error
      sessions = sessions.filter(one => one.id !== id)
      if (before.some(rule => rule.session === id)) page.say(`Session ${id} is gone, and with it what was broken there.`)
    }
    const found = rules.filter(({ name }) => name.startsWith(prefix)).map(rule => read(id, rule)).filter(({ key }) => !taken.has(key))
    if (!found.length) suspected.delete(id)
    broken = broken.filter(rule => rule.session !== id || !(before.includes(rule) || found.some(({ key }) => key === rule.key)))
    broken = [...found, ...broken].sort((a, b) => b.name.slice(-14).localeCompare(a.name.slice(-14)))
  }

  // Looks at all sessions only when the view is shown and before all is mended: it lets them live longer.
  const check = async all => {
    const ids = new Set([...broken.map(rule => rule.session), ...suspected])
    all ||= !scanned
    if (all) await loadSessions()
    scanned = true
    for (const { id } of sessions) if (id !== '~fail' && (all || id === page.session)) ids.add(id)
    const left = [...ids]
    while (left.length) await Promise.all(left.splice(0, 20).map(look))
    drawBroken()
  }

  const span = times => !times ? 'until taken back' : times === 1 ? 'the next request' : `the next ${many(times, 'request')}`

  const title = h('h2', { id: 'broken-title' })
  const list = stack()
  const mend = act('Mend everything', async () => {
    await check(true)
    const all = broken.length
    const failed = (await Promise.allSettled(broken.map(takeBack))).find(result => result.reason)
    if (failed) throw failed.reason
    page.say(`Mended: ${many(all, 'rule')} taken back.`)
  }, { class: 'primary' })

  const drawBroken = () => {
    mend.hidden = !broken.length
    title.textContent = 'Broken by hand' + (broken.length ? ` (${broken.length})` : '')
    show(list, broken, () => !broken.length
      ? note('Nothing. Whatever is broken here stands in this list until it is taken back, over all sessions.')
      : table('Broken by hand', ['Failure', 'For', 'Requests', 'Session', 'Taken', ''], broken.map(rule => [
        h('code', rule.failure), rule.span, h('span.mono', rule.match),
        h('span', { title: rule.session, text: rule.label ?? rule.session }),
        page.number(rule.hits) + (rule.times ? ` of ${page.number(rule.times)}` : ''),
        act('Take back', async () => { await takeBack(rule); page.say(`${rule.failure} is taken back.`) }, { 'aria-label': `Take back ${rule.failure} of ${rule.label ?? rule.session}` })
      ])))
  }

  let entry = null
  let parameters = []
  let filled = null
  const times = input({ type: 'number', min: '1', max: '1000000', value: '1' })
  const forever = h('input', { type: 'checkbox', on: { change: () => { times.disabled = forever.checked } } })
  const method = input({ placeholder: 'any, such as POST' })
  const pathField = input({ placeholder: 'any, such as /orders/{id}/**' })
  const target = input({ placeholder: 'anything' })
  const reply = h('textarea', { rows: '2', spellcheck: 'false', class: 'mono', placeholder: '{ "json": { "ok": true } }' })
  const details = stack()
  const refusal = h('p.bad', { role: 'alert' })
  const give = page.button('Break it', () => breakIt(), { class: 'primary' })

  const parameter = ({ name, summary, takes, default: standard }) => {
    const [kind] = takes.split(';')
    const words = kind === 'true or false' || /^[^ ,]+(, [^ ,]+)* or [^ ,]+$/.test(kind) ? kind.split(/, | or /) : null
    const json = /JSON|^an object|^a list/.test(kind)
    const preset = String(standard ?? '')
    const control = words
      ? h('select', preset ? null : h('option', { value: '' }), words.map(value => h('option', value)))
      : json
        ? h('textarea', { rows: '2', spellcheck: 'false', class: 'mono' })
        : input(/^(-?\d+ to -?\d+|any integer)$/.test(kind) ? { type: 'number' } : {})
    control.value = preset
    const read = () => {
      const text = control.value.trim()
      if (text === '' || text === preset) return undefined
      if (json) try { return JSON.parse(text) } catch { throw new Error(`"${name}" takes ${kind}: this is not JSON.`) }
      if (kind === 'true or false') return text === 'true'
      return kind !== 'text' && !words && /^-?\d+$/.test(text) ? Number(text) : text
    }
    return { name, read, node: field(h('span.mono', name), control, `${summary} Takes ${kind}.`) }
  }

  const choose = chosen => {
    entry = chosen
    refusal.textContent = ''
    const { name, kind, summary, inducible, reason, wire, causes, reports = {} } = entry
    const possible = inducible && kind !== 'connection'
    give.disabled = !possible
    parameters = !possible ? [] : (entry.parameters ?? []).map(parameter)
    if (possible && causes?.length > 1) {
      parameters.unshift(parameter({ name: 'by', summary: 'What leads to it.', takes: `${causes.slice(0, -1).join(', ')} or ${causes.at(-1)}` }))
    }
    const clients = Object.entries(reports)
    details.replaceChildren(
      row(h('h2.mono', name), h('span.tag', kind ?? 'not by a server')),
      h('p', summary ?? ''),
      !possible && kind !== 'connection' ? note(`It cannot be given to a request: ${reason ?? 'it is not built yet'}.`) : '',
      kind === 'connection' ? connection() : '',
      wire ? note(wire) : '',
      clients.length ? h('details', h('summary', 'What clients report'), table('What clients report', ['Client', 'Reports'], clients)) : '',
      h('div.fields', parameters.map(one => one.node)),
      possible && kind === 'spoiler' ? field('The answer that it spoils: a reply as in a scenario. Left empty, one of its own.', reply) : '')
  }

  // A failure of connections needs a port of its own: a session with one shows it.
  const connection = () => {
    const connections = [{ fail: entry.name }]
    const shown = h('div.stack', { role: 'status' })
    return h('div.panel.stack',
      note('It happens to a connection, before there is a request, so that no rule can give it. It needs a port of its own: this in a scenario, and'),
      h('code', JSON.stringify({ connections })), address('the command', 'mishap serve --listen NAME=PORT'),
      row(act('Open a session with such a port', async () => {
        const scenario = { connections, ...(entry.phase !== 'connection' && { rules: [{ reply: { json: { ok: true } } }] }) }
        const { json } = await page.call('POST', 'sessions', { scenario, label: `${entry.name} by hand` })
        shown.replaceChildren(note(`Session ${json.id} has it on port ${json.port}:`), address('the address', json.url), address('the address in TLS', json.httpsUrl))
        await loadSessions()
      })), shown)
  }

  const breakIt = async () => {
    const id = page.session
    refusal.textContent = ''
    try {
      if (!entry) throw new Error('Choose a failure first.')
      if (!id) throw new Error('Choose a session first: the one whose requests are to fail.')
      const step = { fail: entry.name }
      const given = parameters.map(one => [one.name, one.read()]).filter(([, value]) => value !== undefined)
      if (given.length) step.with = Object.fromEntries(given)
      if (entry.kind === 'spoiler' && reply.value.trim()) {
        try { step.reply = JSON.parse(reply.value) } catch (error) { throw new Error(`The answer is not JSON: ${error.message}`) }
      }
      const count = forever.checked ? 0 : Number(times.value) || 1
      const match = {}
      const [verb, place, part] = [method, pathField, target].map(one => one.value.trim())
      if (verb) match.method = verb
      if (place) match.path = place === filled && /[{}*]/.test(place) ? { equals: place } : place
      if (part) match.target = { contains: part }
      const some = Object.keys(match).length ? { match } : {}
      const matched = [verb, place, part && `with ${part}`].filter(Boolean).join(' ').slice(0, 200) || 'all'
      const name = `${prefix}${entry.name}, ${count || 'each'} of ${matched} (${page.time(Date.now())})`
      await page.call('POST', path(id, '/rules'), { name, ...some, ...(count ? { steps: [{ ...step, times: count }], atEnd: 'pass' } : step) })
      const rule = read(id, { name, hits: 0 })
      // A look may have found it already.
      if (!broken.some(({ key }) => key === rule.key)) broken.unshift(rule)
      drawBroken()
      page.say(`${entry.name}: ${span(count)} of ${id}.`)
    } catch (error) {
      if (isGone(error)) return gone(id)
      refusal.textContent = error.json?.diagnostics?.map(one => one.message).join('; ') ?? error.message
    }
  }

  const failures = chooser({
    label: 'Failure',
    hint: '503, ECONNRESET, truncated',
    find: text => search(text).map(({ name, summary, kind, inducible }) => ({
      id: name, name, text: summary, tag: kind === 'connection' ? 'connection' : inducible ? '' : 'not by a server'
    })),
    pick: ({ id }) => choose(named(id))
  })

  const often = { 503: 'http/status/503', 429: 'http/status/429', Timeout: 'http/timeout', Reset: 'tcp/reset', 'Cut off': 'tcp/close-mid-body', 'Half of the JSON': 'http/truncated-json', HTML: 'http/html' }

  const fill = selected => {
    method.value = selected?.method ?? ''
    filled = pathField.value = selected?.path ?? ''
    target.value = selected ? '' : page.address.get('text') ?? ''
  }

  page.breakNext = (selected = page.selected) => {
    page.address.set({ view: 'break', ...(selected?.session && { session: selected.session }) })
    fill(selected)
    failures.search.focus()
  }

  const where = row()
  const drawSession = () => {
    const { id = page.session, label, url } = sessions.find(({ id }) => id === page.session) ?? {}
    show(where, [id, label, url], () => [
      'Session', h('strong', label ?? id ?? 'none yet'), label && h('code.tag', id), url && address('the address of the session', url),
      page.button(id ? 'Another' : 'Choose one', () => page.address.set({ view: 'sessions' }))
    ])
  }
  const watching = watch(() => check())

  page.views.add({
    id: 'break',
    title: 'Break it',
    key: 'b',
    mount: section => {
      body(section, async () => {
        await Promise.all([loadCatalogue(), loadSessions()])
        failures.draw()
        drawSession()
      },
        h('section.panel.stack', { 'aria-labelledby': 'broken-title' }, h('div.row.between', title, mend), list),
        h('div.sides', failures.node, h('div.panel.stack',
          where, h('div.fields', field('For the next … requests', times), field('Method', method), field('Path', pathField), field('Path and query contain', target)),
          row(h('label.row', forever, 'Until taken back'), page.button('All requests', () => { method.value = pathField.value = target.value = '' })),
          h('div.row', { role: 'group', 'aria-label': 'Break at once' }, h('span.faint', 'At once:'),
            Object.entries(often).map(([label, name]) => act(label, async () => {
              await loadCatalogue()
              failures.choose(name)
              choose(named(name))
              await breakIt()
            }, { title: name }))),
          details, row(give), refusal)))
      details.append(note('Or choose any failure: what goes on the wire, and what clients say of it, stands here then.'))
      give.disabled = true
      drawBroken()
      fill(page.selected)
    },
    show: () => {
      rescan()
      watching.start()
      drawSession()
    },
    hide: watching.stop
  })
  page.on('selected', selected => { if (selected) fill(selected) })
  page.on('session', id => { if (id) page.mend('any'); drawSession() })
}
