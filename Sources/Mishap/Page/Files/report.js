// What was exercised since the gateway started, and what was not.
{
  const { h, note, act, quietly, table, body, has, input, stack } = page.part
  let report = null

  const parts = () => {
    const { failures, rules, unmatched, unmatchedCount, notReached = [], notCountable = [], expired, evicted } = report
    const hits = new Map()
    for (const rule of rules) hits.set(rule.scenario, (hits.get(rule.scenario) ?? 0) + rule.hits)
    const names = (title, list, head = 'Failure', text = '') => ({ title, heads: [head], rows: list.map(name => [name]), text })
    return [
      {
        title: 'Failures that requests got', open: true, text: 'What came next is what the client asked on the same session within 60 seconds.',
        heads: ['Failure', 'Left as planned', 'Client left before', 'Then nothing', 'Then the same', 'Then another'],
        rows: failures.map(({ name, left, clientLeft, next }) => [name, left, clientLeft, next.none, next.same, next.other])
      },
      {
        title: 'Requests that no rule took', open: true, count: unmatchedCount, heads: ['Session', 'Request', 'Nearest rule', 'What differs'],
        rows: unmatched.map(one => [one.session ?? '', `${one.method ?? ''} ${one.target ?? one.received?.text ?? ''}`.trim(), one.nearest ?? '', (one.differences ?? []).join('; ')])
      },
      { title: 'Rules of scenarios in use', open: true, heads: ['Scenario', 'Rule', 'Hits'], rows: rules.filter(one => hits.get(one.scenario)).map(one => [one.scenario, one.rule, one.hits]) },
      names('Idle scenarios', [...hits.keys()].filter(name => !hits.get(name)), 'Scenario'),
      names('Failures not reached', notReached, 'Failure', 'Scenarios have them, and no request got them.'),
      names('Failures that nobody can count', notCountable, 'Failure', 'The kernel causes them, without a word to the gateway.'),
      names('Sessions that expired', expired, 'Session', evicted ? `${page.number(evicted)} journal entries were dropped for room: of them only hits are counted.` : '')
    ].filter(one => one.rows.length || one.open)
  }

  const search = input({ type: 'search', placeholder: 'failure, rule, scenario', on: { input: () => draw() } })
  const shown = stack()
  const draw = () => {
    if (!report) return
    const wanted = search.value.trim()
    const before = new Map([...shown.children].map(one => [one.dataset.title, one.open]))
    shown.replaceChildren(...parts().map(({ title, heads, rows, text, open, count = rows.length }) => {
      const found = rows.filter(cells => has(wanted, ...cells))
      return h('details.panel', { 'data-title': title, open: wanted ? found.length > 0 : before.get(title) ?? !!open },
        h('summary', h('h2', title), h('span.tag', (wanted ? page.number(found.length) + ' of ' : '') + page.number(count))),
        text && note(text),
        found.length ? table(title, heads, found.slice(0, 500)) : note('None.'),
        found.length > 500 && note(`${page.number(found.length - 500)} more: search for them.`))
    }))
  }

  const cell = value => String(value).replace(/[\\|<`*_[\]]/g, '\\$&').replace(/[\r\n]+/g, ' ')
  const line = cells => `| ${cells.join(' | ')} |\n`
  const markdown = () => '# What was exercised\n' + parts().map(({ title, heads, rows, count = rows.length }) => `\n## ${title} (${count})\n\n` +
    (rows.length ? line(heads) + line(rows[0].map(one => typeof one === 'number' ? '---:' : '---')) + rows.map(cells => line(cells.map(cell))).join('') : 'None.\n')).join('')

  const load = async () => {
    report = (await page.call('GET', 'report?notReached=1')).json
    draw()
  }

  page.views.add({
    id: 'report',
    title: 'Report',
    key: 'r',
    mount: section => body(section, load,
      h('div.row.end', h('label.field.grow', 'Search the report', search), act('Load anew', load),
        page.button('Copy as Markdown', () => report && page.copy(markdown()))), shown),
    show: () => { if (report) load().catch(quietly) }
  })
}
