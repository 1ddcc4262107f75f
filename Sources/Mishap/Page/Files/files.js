{
  const { element, journal } = page

  let parts = 0
  const partial = ({ raw }) => !raw || raw.includes('"truncated":')

  /** Entries of rows: the gateway is asked for those of which the page kept a part. */
  const collect = async (rows) => {
    const found = new Map()
    const first = new Map()
    if (!page.offline && journal.file === null) for (const row of rows) if (partial(row) && row.session && !(row.seq > first.get(row.session))) first.set(row.session, row.seq)
    for (const [session, seq] of first) {
      let after = seq - 1
      for (let pages = 0; pages < 10; pages++) {
        const { json } = await page.call('GET', `sessions/${page.segment(session)}/journal?limit=10000&after=${after}`).catch(() => ({}))
        for (const entry of json?.entries ?? []) found.set(journal.key({ session, ...entry }), entry)
        if (!json?.entries.length) break
        after = encodeURIComponent(json.next)
      }
    }
    parts = 0
    return rows.map((row) => {
      const entry = partial(row) && found.get(journal.key(row))
      return entry ? journal.joined(row, entry) : journal.kept(row) ?? (parts++, journal.reduced(row))
    })
  }

  // HAR 1.2: what it cannot say is in `_mishap`.

  const asHAR = (entry) => {
    const { sent = {}, headers = [], query = {}, ending, failure = null, rule = null, session = null } = entry
    const headSize = page.headSize(sent)
    const bodySize = Math.max(0, (sent.bytes ?? 0) - headSize)
    const [line, answered] = page.answerHead(sent)
    const [, httpVersion = '', statusText = ''] = /^(\S+) +\d+ ?(.*)$/.exec(line) ?? []
    const pairs = (list) => list.map(([name, value]) => ({ name, value }))
    const named = (list, name) => page.named(list, name) ?? ''
    const target = entry.rawTarget ?? entry.target ?? '/'
    const url = /^[a-z]+:\/\//i.test(target) ? target : `http${entry.tls ? 's' : ''}://${named(headers, 'host') || 'localhost'}${target}`
    return {
      startedDateTime: entry.time, time: entry.milliseconds ?? 0, connection: String(entry.connection ?? ''),
      request: {
        method: entry.method ?? '', url, httpVersion: entry.protocol ?? '', cookies: [], headers: pairs(headers),
        queryString: pairs(Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value]))),
        postData: entry.bodyBytes ? { mimeType: named(headers, 'content-type'), params: [], text: entry.body ?? '', comment: entry.bodyEncoding } : undefined,
        headersSize: -1, bodySize: entry.bodyBytes ?? 0
      },
      response: {
        status: sent.status ?? 0, statusText, httpVersion, cookies: [], headers: pairs(answered),
        content: { size: bodySize, mimeType: named(answered, 'content-type'), text: page.answered(entry) },
        redirectURL: named(answered, 'location'), headersSize: headSize || -1, bodySize
      },
      cache: {},
      timings: { send: 0, wait: sent.firstByteAt ?? entry.milliseconds ?? 0, receive: (sent.lastByteAt ?? sent.firstByteAt ?? 0) - (sent.firstByteAt ?? 0) },
      _mishap: { ending, failure, rule, session, label: journal.labels.get(session), entry }
    }
  }

  const line = (text, i) => {
    try {
      return JSON.parse(text)
    } catch {
      throw new Error(`line ${i + 1} is no JSON`)
    }
  }

  page.openText = (name, text) => {
    try {
      const whole = page.parsed(text)
      const har = whole?.log?.entries?.map((one) => one._mishap ?? {})
      const list = har?.map(({ entry }) => entry) ?? whole?.entries ?? text.split('\n').filter((text) => text.trim()).map(line)
      const wrong = list.findIndex((entry) => typeof entry?.time !== 'string')
      if (wrong >= 0 || !list.length) throw new Error(list.length ? `entry ${wrong + 1} is not of Mishap` : 'it has no entries')
      journal.open(list, name, har?.filter(({ label }) => label).map(({ session, label }) => [session, label]))
      page.mend('file')
      page.views.go('timeline')
    } catch (error) {
      page.fail(`${name} is no journal (NDJSON or HAR 1.2): ${error.message}.`, 'file')
    }
  }

  const take = async (file) => file && page.openText(file.name, await file.text())

  page.openFile = () => {
    const input = element('input', { type: 'file', accept: '.ndjson,.jsonl,.har,.json', on: { change: () => take(input.files[0]) } })
    input.click()
  }

  /** The hashes of a page's styles and scripts. Plain http from elsewhere has no `crypto.subtle`. */
  const hashes = async (root) => {
    const sources = async (kind) => {
      const all = [...root.querySelectorAll(kind)].map((node) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(node.textContent)))
      return `${kind}-src ${(await Promise.all(all)).map((hash) => `'sha256-${page.base64(new Uint8Array(hash))}'`).join(' ')}`
    }
    if (crypto.subtle) return `${await sources('script')}; ${await sources('style')}`
    const { text, headers } = await page.call('GET', '', null, { accept: 'text/html' })
    if (!text.includes(root.querySelector('body > script').textContent)) throw new Error('The gateway has another page now: reload this one.')
    return headers.get('Content-Security-Policy').match(/(script|style)-src [^;]+/g).join('; ')
  }

  const stamped = (kind) => `mishap-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${kind}`

  const save = {
    ndjson: async (rows) => page.download(stamped('ndjson'), 'application/x-ndjson', (await collect(rows)).map((entry) => `${JSON.stringify(entry)}\n`)),
    har: async (rows) => {
      const entries = (await collect(rows)).flatMap((entry, i) => [i ? ',\n' : '', JSON.stringify(asHAR(entry))])
      const creator = JSON.stringify({ name: 'Mishap', version: page.version ?? '' })
      page.download(stamped('har'), 'application/json', [`{"log":{"version":"1.2","creator":${creator},"entries":[\n`, ...entries, '\n]}}\n'])
    },
    /** The page as one file, which opens without a gateway: its policy allows no address at all. */
    page: async (rows) => {
      const root = page.source()
      const name = stamped('html')
      for (const old of root.querySelectorAll('#saved, meta[http-equiv]')) old.remove()
      const content = `default-src 'none'; ${await hashes(root)}; img-src data:; base-uri 'none'; form-action 'none'`
      root.querySelector('meta').after(element('meta', { 'http-equiv': 'Content-Security-Policy', content }))
      if (rows) {
        const sessions = new Set(rows.map(({ session }) => session))
        const saved = JSON.stringify({ name, labels: [...journal.labels].filter(([id]) => sessions.has(id)), entries: await collect(rows) })
        root.querySelector('body > script').before(element('script', { type: 'application/json', id: 'saved' }, saved.replaceAll('<', '\\u003c')))
      }
      page.download(name, 'text/html', `<!doctype html>\n<html lang="en">${root.getHTML()}</html>\n`)
    }
  }

  page.save = async (kind, rows) => {
    parts = 0
    await save[kind](rows).catch(page.fail)
    if (parts) page.say(`Saved; ${page.number(parts)} as rows alone: the gateway has dropped them.`)
  }

  page.saveDialog = async () => {
    const rows = journal.matching(page.filter).filter((row) => !row.gap)
    const words = `${page.many(rows.length, 'request')}${Object.keys(page.filter).length ? ' that the filter takes' : ''}.`
    const kind = await page.ask({
      title: 'Save',
      body: [
        element('p', words, journal.gaps ? ' Those that came too fast for the page are in the journals of the gateway alone.' : null),
        element('p.note', 'Each can be opened here again; HAR is for other programs, too, and the page is one file that needs no gateway. NDJSON has no labels. Of what the gateway has dropped, only rows are saved. Journals have all that clients sent, credentials too.')
      ],
      actions: [{ label: 'Page alone', value: 'alone' }, { label: 'Page with journal', value: 'page' },
        { label: 'HAR', value: 'har' }, { label: 'NDJSON', value: 'ndjson', primary: true }]
    })
    if (kind === 'alone') page.save('page', null)
    else if (kind) page.save(kind, rows)
  }

  page.fileButtons = () => [page.button('Save', page.saveDialog, { title: 'Save the journal or the page (S)' }), page.button('Open', page.openFile, { title: 'Open a saved journal (o)' })]

  const dragging = (on) => (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    document.body.classList.toggle('drop', on)
    if (event.type === 'drop') take(event.dataTransfer.files[0])
  }
  addEventListener('dragover', dragging(true))
  addEventListener('dragleave', dragging(false))
  addEventListener('drop', dragging(false))
}
