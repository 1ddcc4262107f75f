// The sessions: what each has counted, its variables, its clock, and what is said of its client.
{
  const { h, row, stack, note, field, input, table, address, path, show, gone, isGone } = page.part
  let state = null
  let outcome = null
  let manual = null
  let turns = 0
  let deleted = null

  const change = async run => {
    const id = page.session
    try { await run(id) } catch (error) { if (isGone(error)) gone(id); else page.fail(error) }
    watching.now()
  }
  const act = (label, run, more) => page.button(label, () => change(run), more)
  const form = (label, run, ...children) => h('form', {
    class: 'row', 'aria-label': label, on: { submit: event => { event.preventDefault(); change(run) } }
  }, ...children)
  const list = async () => { await page.part.loadSessions(); chooser.draw() }

  const chooser = page.part.chooser({
    label: 'Sessions', hint: 'label, ~id, scenario', find: page.part.findSessions, pick: item => page.address.set({ session: item.id })
  })

  const head = stack()
  const rules = h('div')
  const variables = h('div')
  const verdict = stack()
  const none = h('p.panel.note', 'Choose a session: its hits, variables, clock and verdict stand here then, as they change.')
  const detail = h('div.stack', { hidden: true })

  const drawHead = ({ id, label, scenario, url, httpsUrl, requests, unmatched, queued, port, portState, created }) => [
    row(h('h2', label ?? id), label && h('code.tag', id), h('span.faint', `of ${scenario}, since ${page.time(created)}`)),
    h('div.row.numbers', Object.entries({ requests, unmatched, queued }).map(([name, n]) =>
      h('span', h('b', { class: name === 'unmatched' && n ? 'bad' : '', text: page.number(n) }), ` ${name}`)), port && h('span', `its own port is ${port}, ${portState}`)),
    address('the address', url), address('the address in TLS', httpsUrl),
    row(page.button('Its requests', () => page.address.set({ view: null })),
      page.button('Break it', () => page.address.set({ view: 'break' })),
      page.button('Its scenario', () => page.address.set({ view: 'scenarios', scenario })),
      act('Reset', async () => { await page.call('POST', path(id, '/reset'), {}); page.say(`${id} began anew.`) }),
      id.includes('~') && id !== '~fail' && act('Delete', async () => {
        if (!(await page.part.sure(`Delete ${id}?`, 'Its journal goes with it; later requests of it get a 410.', 'Delete'))) return
        deleted = id
        const { json } = await page.call('DELETE', path(id))
        page.address.set({ session: null })
        page.say(`${id} is deleted${json && json.outcome !== 'none' ? `; its verdict was ${json.outcome}` : ''}.`)
        await list()
      }, { class: 'danger' }))
  ]

  const drawRules = ({ rules, requests }) => !rules.length
    ? note('It has no rules.')
    : table('Hits per rule', ['Rule', 'Hits', 'Share'], rules.map(({ name, hits }) => [name, hits,
      h('meter', { max: String(Math.max(1, requests, hits)), value: hits, 'aria-label': `Share of ${name}` })]))

  const drawVariable = ([name, value]) => {
    const type = typeof value
    const control = type === 'boolean'
      ? h('select', { 'aria-label': name }, ['true', 'false'].map(one => h('option', one)))
      : input({ 'aria-label': name })
    control.value = String(value)
    const set = async id => {
      const text = control.value
      const given = type === 'boolean' ? text === 'true' : type === 'number' && text.trim() && !isNaN(text) ? Number(text) : text
      await page.call('PATCH', path(id, '/variables'), { [name]: given })
      if (control.form.contains(document.activeElement)) document.activeElement.blur()
      page.say(`${name} is set.`)
    }
    return [h('code', name), form(`Set ${name}`, set, control, h('button.button', 'Set')), type === 'string' ? 'text' : type]
  }
  const drawVariables = values => Object.keys(values).length
    ? table('Variables', ['Name', 'Value', 'Type'], Object.entries(values).map(drawVariable))
    : note('Its scenario has none.')

  const now = h('span.mono')
  const by = input({ value: '30s', 'aria-label': 'Advance by' })
  const advance = h('button.button', 'Advance')
  const fixed = note('It is the machine\'s clock: one that can be moved comes with "clock": "manual" in the scenario.')
  const clock = stack(form('Advance the clock', async id => {
    const { json } = await page.call('POST', path(id, '/clock'), { advance: by.value.trim() })
    page.say(`It is ${json.now} now.`)
  }, now, by, advance), fixed)
  const drawClock = next => {  // One that stands still between two looks is manual.
    if (state?.id !== next.id) manual = next.clock ? next.clock === 'manual' : null
    else manual ??= state.now === next.now
    now.textContent = next.now
    by.disabled = advance.disabled = !manual
    fixed.hidden = manual !== false
  }

  const result = (name, text = name) => h('strong', { class: `outcome ${name}`, text })
  const drawVerdict = ({ outcome, final, expectations, unmatchedCount }) => [
    row(result(outcome, outcome === 'none' ? 'nothing is expected' : outcome), h('span.faint', final ? 'final' : 'as if nothing more came'),
      unmatchedCount > 0 && h('span.bad', `${page.number(unmatchedCount)} unmatched`)),
    ...expectations.map((one, i) => h('div', { class: `expectation ${one.outcome}` },
      row(result(one.outcome), h('b', one.name ?? `expectation ${i + 1}`), one.final && h('span.tag', 'final')), h('p', one.reason),
      h('details', h('summary', 'What is expected'), h('pre', JSON.stringify(one.expectation, null, 2)))))
  ]

  const watching = page.part.watch(async () => {
    if (turns++ % 5 === 0) await list()
    const id = page.session
    if (!id || id === deleted) return
    try {
      const [{ json: next }, { json: judged }] = await Promise.all([page.call('GET', path(id)), page.call('GET', path(id, '/verdict'))])
      if (id !== page.session) return
      detail.hidden = false
      none.hidden = true
      show(head, { ...next, rules: 0, variables: 0, now: 0 }, drawHead)
      show(rules, { rules: next.rules, requests: next.requests }, drawRules)
      if (!variables.contains(document.activeElement) || state?.id !== id) show(variables, next.variables, drawVariables)
      drawClock(next)
      const unfolded = [...verdict.querySelectorAll('details')].map(one => one.open)
      if (show(verdict, judged, drawVerdict)) [...verdict.querySelectorAll('details')].forEach((one, i) => { one.open = unfolded[i] ?? false })
      if (state?.id === id && outcome !== judged.outcome) page.say(`The verdict on ${next.label ?? id} is ${judged.outcome} now.`)
      outcome = judged.outcome
      state = next
    } catch (error) {
      if (!isGone(error)) throw error
      if (id === page.session && id !== deleted) gone(id)
    }
  })

  const panel = (title, node) => h('section.panel.stack', { 'aria-label': title }, h('h3', title), node)

  page.views.add({
    id: 'sessions',
    title: 'Sessions',
    key: 'v',
    mount: section => {
      detail.append(h('div.panel', head), panel('Verdict', verdict),
        h('div.two', panel('Hits', rules), stack(panel('Variables', variables), panel('Clock', clock))))
      page.part.body(section, watching.now, h('div.sides', chooser.node, stack(none, detail)))
      const choose = id => {
        chooser.choose(id)
        detail.hidden = true
        none.hidden = false
        watching.now()
      }
      choose(page.session)
      page.on('session', choose)
    },
    show: watching.start,
    hide: watching.stop
  })
}
