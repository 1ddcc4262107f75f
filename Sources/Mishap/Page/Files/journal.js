{
  const most = 50000
  const slack = 2000
  const mostRaw = 5000
  const mostCharacters = 24e6

  /** As people say it, and its shape: the endings of docs/journal.md, and two that only a watcher has. */
  page.endings = {
    complete: { word: 'complete', title: 'all was sent, and the connection stays open', shape: 'M6 1a5 5 0 1 0 .01 0z' },
    closed: { word: 'FIN', title: 'all was sent, and then a FIN', shape: 'M3 1h6v10h-6z' },
    reset: { word: 'RST', title: 'an RST, because the scenario asked for it', shape: 'M2 2l8 8M10 2l-8 8' },
    held: { word: 'stall', title: 'silence until the client went, because the scenario asked for it', shape: 'M6 1.5a4.5 4.5 0 1 1-.01 0z' },
    abandoned: { word: 'left', title: 'the client went before all was sent', shape: 'M11 6h-9M5 2.5l-3.5 3.5l3.5 3.5' },
    cancelled: { word: 'cut off', title: 'the gateway ended it: at a deadline, by a reset of the session, or because it stopped', shape: 'M6 1.5a4.5 4.5 0 1 0 .01 0zM3 9l6-6' },
    open: { word: 'open', title: 'still open', shape: 'M2 6h.01M6 6h.01M10 6h.01' },
    unseen: { word: 'open?', title: 'its end may be among the events that were not sent', shape: 'M3.5 4a2.5 2.5 0 1 1 2.5 2.6v1M6 10.5h.01' }
  }

  /** `occurred`: values that a filter offers. `file`: the name of what is shown in place of the live journal. */
  const kinds = () => ({ session: new Map(), label: new Map(), rule: new Map(), failure: new Map() })
  const journal = {
    entries: [], dropped: 0, requests: 0, gaps: 0, paused: false, file: null, labels: new Map(), sessions: new Map(),
    occurred: kinds()
  }
  page.journal = journal

  const open = new Map()
  const recent = new Set()
  let order = 0
  let firstRaw = 0
  let rawCount = 0
  let rawCharacters = 0

  const key = (entry) => `${entry.session} ${entry.seq} ${entry.time}`
  journal.key = key

  /** One string for all equal values. */
  const known = (kind, value) => {
    if (value === null || value === undefined) return null
    value = String(value)
    const map = journal.occurred[kind]
    if (!map.has(value) && map.size < 500) {
      map.set(value, value)
      page.tell('occurred', kind)
    }
    return map.get(value) ?? value
  }

  /** The few members of an entry that a row shows, and a filter reads. `at`: when it came, where the page saw that. */
  const record = (entry, at) => ({
    order: order++, session: known('session', entry.session), seq: entry.seq, time: entry.time, at,
    method: entry.method ?? null, target: entry.target?.slice(0, 500) ?? null, what: null, rule: null, step: null, failure: null,
    unmatched: false, status: null, bytes: null, first: null, last: null, milliseconds: null, ending: 'open', raw: null
  })

  const number = (n) => (Number.isFinite(n) ? n : null)

  const end = (row, entry, raw) => {
    const { sent = {}, calls = [] } = entry
    row.rule = known('rule', entry.rule ?? calls.find((call) => call.rule)?.rule)
    row.step = entry.step ?? null
    row.failure = known('failure', entry.failure ?? calls.find((call) => call.failure)?.failure)
    row.status = number(sent.status)
    row.bytes = number(sent.bytes)
    row.first = number(sent.firstByteAt)
    row.last = number(sent.lastByteAt)
    row.milliseconds = number(entry.milliseconds)
    row.unmatched = row.rule === null && (entry.nearest !== undefined || /\r\nmishap-unmatched:/i.test(sent.head ?? ''))
    row.ending = Object.hasOwn(page.endings, entry.ending) ? String(entry.ending) : 'unseen'
    if (!entry.method) {
      const { received, alert = sent.alert, notes = [] } = entry
      row.what = [alert ? `TLS alert ${alert}` : received ? `${received.bytes} bytes, no request` : 'a connection without a request', ...notes].join('; ').slice(0, 500)
    }
    if (!raw) return
    row.raw = raw
    rawCount++
    rawCharacters += raw.length
    forget()
  }

  /** Only the newest rows keep their whole entry. Those of a file keep it all: nobody could give it again. */
  const forget = () => {
    while (journal.file === null && (rawCount > mostRaw || rawCharacters > mostCharacters) && firstRaw < journal.entries.length) release(journal.entries[firstRaw++])
  }

  const release = (row) => {
    if (!row.raw) return
    rawCount--
    rawCharacters -= row.raw.length
    row.raw = null
  }

  const add = (row) => {
    const { entries } = journal
    let i = entries.length
    // Of those that the page did not see come, the newest has not always ended last.
    if (row.at === null) while (i && i > entries.length - 1000 && entries[i - 1].time > row.time) i--
    entries.splice(i, 0, row)
    // Each takes the number of the next.
    for (; entries[i + 1]; i++) [entries[i].order, entries[i + 1].order] = [entries[i + 1].order, entries[i].order]
    if (entries.length > most + slack) {
      const old = entries.splice(0, slack)
      for (const row of old) {
        release(row)
        open.delete(key(row))
      }
      journal.dropped += old.length
      firstRaw = Math.max(0, firstRaw - old.length)
      page.tell('rows', { cut: entries[0].order })
    }
    page.tell('rows', { added: row })
  }

  const begin = (entry, at) => {
    const row = record(entry, at)
    journal.requests++
    lookFor(row.session)
    return row
  }

  journal.arrived = (entry) => {
    const id = key(entry)
    if (open.has(id)) return
    const row = begin(entry, performance.now())
    open.set(id, row)
    add(row)
  }

  /** `raw`: its text. Of a stream that began anew, some were seen before. */
  journal.ended = (entry, raw) => {
    const id = key(entry)
    if (recent.has(id)) return
    recent.add(id)
    if (recent.size > 4000) for (const old of [...recent].slice(0, 2000)) recent.delete(old)
    const before = open.get(id)
    open.delete(id)
    const row = before ?? begin(entry, null)
    end(row, entry, raw)
    if (before) page.tell('rows', { changed: row })
    else add(row)
    page.tell('ended', row)
  }

  /** The ends of those that are open may be among what was not sent. */
  const lose = () => {
    for (const row of open.values()) {
      if (row.ending !== 'open') continue
      row.ending = 'unseen'
      page.tell('rows', { changed: row })
    }
  }

  journal.gap = (count) => {
    journal.gaps += count
    lose()
    const last = journal.entries.at(-1)
    if (!last?.gap) return add({ order: order++, gap: count, time: new Date().toISOString(), session: null })
    last.gap += count
    page.tell('rows', { changed: last })
  }

  /** A test of rows, by { session, label, rule, failure, ending, unmatched, text }; null of a filter that takes all. */
  journal.matcher = (filter) => {
    const tests = []
    for (const name of ['session', 'rule', 'failure', 'ending', 'label']) {
      const wanted = filter[name]
      if (!wanted) continue
      const value = name === 'label' ? (row) => journal.labels.get(row.session) : (row) => row[name]
      const begins = wanted.endsWith('*') ? wanted.slice(0, -1) : null
      tests.push(begins === null ? (row) => value(row) === wanted : (row) => value(row)?.startsWith(begins))
    }
    if (filter.unmatched) tests.push((row) => row.unmatched)
    if (filter.text) {
      const text = filter.text.toLowerCase()
      tests.push((row) => ['method', 'target', 'what', 'status', 'rule', 'failure', 'session', 'raw'].some((name) => row[name] !== null && String(row[name]).toLowerCase().includes(text)))
    }
    return tests.length ? (row) => !row.gap && tests.every((test) => test(row)) : null
  }

  journal.matching = (filter) => journal.entries.filter(journal.matcher(filter) ?? (() => true))

  journal.clear = () => {
    journal.entries = []
    open.clear()
    firstRaw = rawCount = rawCharacters = 0
    journal.dropped = journal.requests = journal.gaps = 0
    for (const map of Object.values(journal.occurred)) map.clear()
    page.tell('rows', { all: true })
    page.tell('occurred')
  }

  journal.kept = (row) => row.raw && JSON.parse(row.raw)

  /** An entry of the gateway, and what of its answer the page alone has kept. */
  journal.joined = (row, entry) => ({ session: row.session, ...entry, sent: { ...journal.kept(row)?.sent, ...entry.sent } })

  /** The whole entry of a row: kept here, or asked of the gateway. Null where nobody has it. */
  journal.whole = async (row) => {
    const kept = journal.kept(row)
    if ((kept && !kept.truncated) || journal.file !== null || page.offline || row.session === null) return kept
    const { json } = await page.call('GET', `sessions/${page.segment(row.session)}/journal?after=${row.seq - 1}&limit=500`).catch((error) => {
      if (kept) return {}
      throw error
    })
    const found = json?.entries.find((entry) => entry.seq === row.seq && entry.time === row.time)
    if (!found) return kept
    const entry = journal.joined(row, found)
    // Its event is still to come.
    if (entry.ending !== null && row.bytes === null) {
      end(row, entry, null)
      page.tell('rows', { changed: row })
    }
    return entry
  }

  /** What a row knows without its entry. */
  journal.reduced = ({ session, seq, time, milliseconds, method, target, rule, step, failure, status, bytes, first, last, ending }) => ({
    session, seq, time, milliseconds, method, target, rule, step, failure, sent: { status, bytes, firstByteAt: first, lastByteAt: last },
    ending: ['open', 'unseen'].includes(ending) ? null : ending, notes: ['Kept in part: the page had no room for the rest.']
  })

  // Sessions, and their labels, which are in no entry.

  let looking = false
  let wanted = false
  const missing = new Set()

  const lookFor = (session) => {
    if (!session?.startsWith('~') || session === '~fail' || missing.has(session) || journal.labels.has(session)) return
    missing.add(session)
    wanted = true
    if (!looking) journal.lookUp()
  }

  journal.lookUp = async () => {
    looking = true
    wanted = false
    try {
      const sessions = new Map((await page.pages('sessions', 10000)).map((session) => [session.id, session]))
      journal.sessions = sessions
      if (journal.labels.size > 20000) journal.labels.clear()
      for (const { id, label } of sessions.values()) if (label) journal.labels.set(id, known('label', label))
      page.tell('sessions', sessions)
    } catch {}
    setTimeout(() => {
      looking = false
      if (missing.size > 5000) missing.clear()
      if (wanted) journal.lookUp()
    }, 1000)
  }

  let live = null

  journal.watch = () => {
    live?.abort()
    live = new AbortController()
    if (journal.file !== null) recent.clear()
    journal.file = null
    journal.rate = Math.min(10000, Math.max(1, Number(page.address.get('rate')) || 200))
    let before = false
    page.connection('gone', 'connecting')
    page.stream(`journal?live=1&limit=1000&rate=${journal.rate}`, {
      signal: live.signal,
      onOpen: async () => {
        page.mend('connection')
        page.connection(journal.paused ? 'paused' : 'live')
        if (before) page.say('The gateway is back.')
        before = true
        journal.lookUp()
        const { json } = await page.call('GET', '').catch(() => ({}))
        if (json && json.api !== 1) page.fail(`This page speaks version 1 of the control API, and the gateway version ${json.api}: reload the page.`, 'version')
        page.version = json?.mishap
      },
      onEvent: (name, data, text) => {
        if (name === 'gap') journal.gap(data.count)
        else if (name === 'arrived') journal.arrived(data)
        else if (name === 'ended') journal.ended(data, text)
      },
      onBreak: (problem) => {
        lose()
        const gone = problem instanceof page.Gone
        page.connection('gone', gone ? null : 'refused')
        page.fail(gone ? 'The gateway does not answer. The page keeps what it has, and goes on when it is back.' : problem, 'connection')
      }
    })
  }

  /** Shows entries of a file in place of what the gateway says. */
  journal.open = (list, name, labels = []) => {
    list.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)))
    const { occurred } = journal
    journal.occurred = kinds()
    const found = journal.occurred
    let rows
    try {
      labels = labels.map(([id, label]) => [id, known('label', label)])
      rows = list.slice(-most).map((entry) => {
        const row = record(entry, null)
        end(row, entry)
        row.raw = JSON.stringify(entry)
        return row
      })
    } finally {
      journal.occurred = occurred
    }
    live?.abort()
    page.mend('connection')
    journal.clear()
    journal.file = name
    journal.occurred = found
    for (const [id, label] of labels) journal.labels.set(id, label)
    journal.entries = rows
    journal.requests = list.length
    journal.dropped = Math.max(0, list.length - most)
    page.connection('file', name)
    page.tell('rows', { all: true })
    page.tell('occurred')
    page.say(`${page.number(list.length)} requests of ${name}.`)
  }

  journal.pause = () => {
    journal.paused = !journal.paused
    if (page.state === 'live' || page.state === 'paused') page.connection(journal.paused ? 'paused' : 'live')
    page.tell('paused', journal.paused)
  }
}
