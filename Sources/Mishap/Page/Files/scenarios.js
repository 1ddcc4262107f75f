// The scenarios of the gateway: a list, and an editor.
{
  const { h, row, note, field, input, act, quietly, address, path, body, has, sure, gone, isGone } = page.part
  const template = '{"description":"The first order fails, the second one is taken.","rules":[{"name":"order","match":{"method":"POST","path":"/orders"},' +
    '"steps":[{"fail":503},{"reply":{"status":201,"json":{"id":7}}}]}]}'
  let all = []
  let open = null  // { name, text, etag, readOnly }; the name is empty for a new one.
  const drafts = new Map()
  const call = async (method, path, text, etag) => {
    const answer = await page.call(method, path, text, { headers: etag && { 'If-Match': etag } })
    if (answer.status === 412) throw new Error('Somebody else has changed it: copy your text, "Undo all" shows theirs.')
    return answer
  }
  const place = name => 'scenarios/' + encodeURIComponent(name)

  // Whether the text names files, which only a folder that is served has.
  const namesFile = (node, name) => !!(node?.items?.some(item => namesFile(item, name)) || node?.members?.some(({ key, value }) =>
    (value?.type === 'string' && ((key.value === 'file' && name === 'reply') || key.value === 'clientCA')) ||
    (!['json', 'headers', 'variables'].includes(key.value) && namesFile(value, key.value))))

  addEventListener('beforeunload', event => { if (drafts.size) event.preventDefault() })

  let timer = 0
  let turn = 0
  const check = async () => {
    const text = editor.text
    const { json } = await call('POST', 'check', text || ' ')
    if (text === editor.text && open?.readOnly === false) editor.diagnostics(json.diagnostics)
  }
  const editor = page.editor({
    label: 'Text of the scenario, JSON',
    onChange: text => {
      if (text === open.text) drafts.delete(open.name)
      else drafts.set(open.name, text)
      draw()
      clearTimeout(timer)
      timer = setTimeout(() => check().catch(quietly), 350)
    }
  })

  const title = h('h2')
  const tag = h('span.tag')
  const changed = h('span.tag.warn', 'changed')
  const about = note('')
  const url = h('div')
  const why = h('p.warn', 'It is read-only: it names files (bodies, certificates) beside it on the gateway\'s disk. Edit it there.')
  const name = input({ placeholder: 'my/orders' })
  const given = h('div.stack', { role: 'status' })
  const detail = h('div.panel.stack', { hidden: true })

  // What a session gets: a scenario that is served, by its name, or the text of the editor.
  const wanted = () => {
    if (open.name && !drafts.has(open.name)) return JSON.stringify(open.name)
    try { JSON.parse(editor.text) } catch (error) { throw new Error(`It is not JSON yet: ${error.message}`) }
    return editor.text
  }
  const session = act('New session of it', async () => {
    const { json } = await call('POST', 'sessions', `{"scenario":${wanted()},"label":${JSON.stringify(name.value.trim() || 'from the page')}}`)
    given.replaceChildren(h('p.good', `Session ${json.id} has it. Point the client at:`), address('the address of the session', json.url),
      row(page.button('Put it in view', () => page.address.set({ session: json.id, view: 'sessions' }))))
  }, { class: 'primary' })
  const put = act('Put', async () => {
    const id = page.session
    try {
      await call('PUT', path(id, '/scenario'), `{"scenario":${wanted()}}`)
      page.say(`${id} has it now: its hits and variables began anew.`)
    } catch (error) {
      if (!isGone(error)) throw error
      gone(id)
    }
  })
  const serve = act('Serve', async () => {
    const as = name.value.trim()
    const mine = open
    const own = as === mine.name
    if (!as) { name.focus(); throw new Error('Under which name? Such as my/orders.') }
    if (!own && all.some(one => one.name === as)) throw new Error(`"${as}" is served already: open that one, or take another name.`)
    const text = editor.text
    try {
      const { json, headers } = await call('PUT', place(as), text, own && mine.etag)
      drafts.delete(mine.name)
      if (open === mine) open = { name: as, text, etag: headers.get('ETag'), readOnly: false }
      page.say(`${as} is served at ${json.url}.`)
    } catch (error) {
      if (error.json?.diagnostics) editor.diagnostics(error.json.diagnostics)
      throw error
    }
    await load()
    if (open?.name !== as) return
    page.address.set({ scenario: as })
    draw()
  })
  const format = act('Format', () => {
    try { editor.format() } catch (error) { throw new Error(`It cannot be formatted yet: ${error.message}`) }
  })
  const save = page.button('Download', () => page.download(`${(open.name || 'scenario').replaceAll('/', '-')}.json`, 'application/json', editor.text))
  const undo = act('Undo all', () => { drafts.delete(open.name); return show(open.name, true) })
  const remove = act('Serve no longer', async () => {
    const mine = open
    const { name, etag } = mine
    const text = 'Sessions that run keep it. No file is changed: a gateway that starts anew serves it again.'
    if (!(await sure(`Serve ${name} no longer?`, text, 'Serve no longer'))) return
    await call('DELETE', place(name), undefined, etag)
    page.say(`${name} is served no longer.`)
    drafts.delete(name)
    if (open === mine) {
      open = null
      detail.hidden = true
      page.address.set({ scenario: null })
    }
    await load()
  }, { class: 'danger' })

  const draw = () => {
    const summary = all.find(one => one.name === open.name) ?? {}
    const edited = drafts.has(open.name)
    title.textContent = open.name || 'A new scenario'
    tag.textContent = summary.system ?? ''
    tag.hidden = !summary.system
    about.textContent = summary.description ?? ''
    page.part.show(url, summary.url, one => one && address('its address', one))
    why.hidden = !open.readOnly
    changed.hidden = undo.hidden = !edited
    serve.disabled = format.disabled = open.readOnly
    put.disabled = !page.session
    put.textContent = `Put to ${page.session ?? 'the session in view'}`
    remove.hidden = !open.name
  }

  const show = async (wantedName, again) => {
    const mine = ++turn
    if (open?.name === wantedName && !again) return draw()
    const { text, headers } = wantedName ? await call('GET', place(wantedName)) : { text: page.schema.format(template) }
    if (mine !== turn) return
    open = { name: wantedName, text, etag: headers?.get('ETag'), readOnly: namesFile(page.schema.parse(text)) }
    given.replaceChildren()
    editor.readOnly = open.readOnly
    editor.text = drafts.get(wantedName) ?? text
    name.value = wantedName
    detail.hidden = false
    chooser.choose(wantedName)
    draw()
    if (!open.readOnly) await check()
  }

  const chooser = page.part.chooser({
    label: 'Scenarios',
    hint: 'name, description, system',
    find: text => all.filter(one => has(text, one.name, one.system, one.description))
      .map(one => ({ id: one.name, name: one.name, tag: one.system, text: one.description })),
    pick: item => page.address.set({ scenario: item.id }),
    controls: row(act('New scenario', () => { page.address.set({ scenario: null }); const shown = show(''); name.focus(); return shown }))
  })
  const load = async () => {
    all = await page.pages('scenarios')
    chooser.draw()
  }
  chooser.search.addEventListener('focus', () => load().catch(quietly))

  const follow = async address => {
    const wantedName = address.get('scenario')
    if (wantedName) await show(wantedName)
    else if (open) draw()
  }

  page.views.add({
    id: 'scenarios',
    title: 'Scenarios',
    key: 's',
    mount: section => {
      detail.append(row(title, tag, changed), about, url, why,
        h('div.row.end', h('label.field.grow', 'Name to serve it by', name), serve, session, put, format, save, undo, remove), given, editor.node)
      body(section, async () => { await load(); await follow(page.address) }, h('div.sides', chooser.node, detail))
    },
    show: address => { follow(address).catch(quietly) }
  })
}
