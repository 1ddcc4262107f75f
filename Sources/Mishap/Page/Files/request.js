{
  const { element, journal } = page
  const mostShown = 1 << 18

  const bytesOf = (text, encoding) =>
    encoding ? Uint8Array.from(encoding === 'base64' ? atob(text) : text, (c) => c.charCodeAt(0)) : new TextEncoder().encode(text)

  page.base64 = (bytes) => btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))

  const digits = (n, width = 2) => n.toString(16).padStart(width, '0')
  const inHex = (bytes) => [...bytes].map((byte) => digits(byte)).join(' ')

  const dump = (bytes) => {
    const lines = []
    for (let at = 0; at < Math.min(bytes.length, mostShown / 8); at += 16) {
      const part = bytes.subarray(at, at + 16)
      lines.push(`${digits(at, 6)}  ${inHex(part).padEnd(47)}  ${String.fromCharCode(...part).replace(/[^ -~]/g, '·')}`)
    }
    return element('pre.hex', lines.join('\n'))
  }

  /** Text in which control characters are seen, and those that change its direction. */
  const visible = (value, text = String(value)) => [
    text.slice(0, mostShown).replaceAll('\r\n', '\n').split(/([\0-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff])/).map((part, i) =>
      i % 2 ? element('span.ctl', `\\u{${part.charCodeAt(0).toString(16)}}`) : part),
    text.length > mostShown ? element('span.note', `\n… ${page.number(text.length - mostShown)} more characters`) : null
  ]

  const body = (value, encoding) => (encoding ? dump(bytesOf(value, encoding)) : element('pre', visible(value)))
  const note = (...words) => element('p.note', words)
  const mono = (text, name = '') => element('td', { class: `mono ${name}` }, visible(String(text)))

  const table = (rows, names, attributes = {}) => element('table', attributes,
    names ? element('thead', element('tr', names.map((name) => element('th', { scope: 'col' }, name)))) : null,
    element('tbody', rows.map((row) => element('tr', row.map((value) =>
      value?.nodeName === 'TD' ? value : typeof value === 'number' ? element('td.number', page.number(value)) : element('td', {}, value))))))
  page.table = table

  const section = (title, more, ...content) =>
    element('section', { 'aria-label': title }, element('h3', title, more ? element('span', {}, more) : null), content)

  /** A word of a shell. Of what is in Latin-1, each character is a byte. */
  const quote = (value, encoding) => {
    const special = encoding ? /[^ -~]|[\\']/g : /[\0-\x08\x0b-\x1f\x7f\\']/g
    if (!encoding && !/[\0-\x08\x0b-\x1f\x7f]/.test(value)) return `'${value.replaceAll("'", "'\\''")}'`
    return `$'${value.replace(special, (c) => `\\x${digits(c.charCodeAt(0))}`)}'`
  }

  /** A host, for a shell and curl too. */
  const plain = (host) => /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i.exec(host)

  /** The first field with a name, of pairs. */
  const named = (fields, wanted) => fields.find(([name]) => name.toLowerCase() === wanted)?.[1]
  page.named = named

  const curl = (entry) => {
    const { headers = [], body = '', bodyEncoding, method, target, rawTarget = target ?? '/' } = entry
    const binary = bodyEncoding || /^@|\0/.test(body)
    const bytes = bytesOf(body, bodyEncoding)
    const words = ['curl -g --path-as-is -i']
    if (entry.tls) words.push('-k')
    if (entry.protocol === 'HTTP/1.0') words.push('--http1.0')
    if (method === 'HEAD') words.push('-I')
    else if (method !== (body ? 'POST' : 'GET')) words.push(`-X ${quote(method, entry.methodEncoding)}`)
    // To the gateway, whatever the Host is: credentials may be real.
    const port = journal.sessions.get(entry.session)?.port ?? (location.port || (page.offline ? 8080 : location.protocol === 'https:' ? 443 : 80))
    const gateway = `${location.hostname || '127.0.0.1'}:${port}`
    const host = named(headers, 'host') ?? gateway
    const name = plain(host)?.[1]
    if (name === undefined) words.push(`-H ${quote(`Host: ${host}`, entry.headersEncoding)}`)
    else if (name !== location.hostname && !/^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/i.test(name)) words.push(`--noproxy '*' --connect-to '::${gateway}'`)
    for (const [name, value] of headers) {
      if (!/^(host|content-length|transfer-encoding|expect)$/i.test(name)) words.push(`-H ${quote(value ? `${name}: ${value}` : `${name};`, entry.headersEncoding)}`)
    }
    for (const name of ['user-agent', 'accept', body && 'content-type']) if (name && named(headers, name) === undefined) words.push(`-H '${name}:'`)
    if (body) words.push(`--data-binary ${binary ? '@-' : quote(body)}`)
    const word = quote(rawTarget, entry.rawTargetEncoding ?? entry.targetEncoding)
    const whole = rawTarget[0] === '/'
    if (!whole) words.push(`--request-target ${word}`)
    const origin = `http${entry.tls ? 's' : ''}://${name === undefined ? gateway : host}`
    words.push(whole ? word.replace("'", () => `'${origin}`) : `'${origin}/'`)
    const command = words.join(' \\\n  ')
    const all = binary ? `base64 -d <<'END' | ${command}\n${page.base64(bytes)}\nEND` : command
    return entry.truncated ? `# The journal kept ${page.number(bytes.length)} bytes of the body, of ${page.number(entry.bodyBytes)}.\n${all}` : all
  }

  /** Of a scenario: what has braces stands for itself, and is no placeholder. */
  const literal = (value) => {
    if (typeof value === 'string') return value.replaceAll('{{', '{{{{')
    if (Array.isArray(value)) return value.map(literal)
    return value && typeof value === 'object' ? Object.fromEntries(literal(Object.entries(value))) : value
  }

  const match = ({ method, path, query = {}, json, body, bodyEncoding, truncated }) => {
    const wanted = { method }
    if (path !== undefined) wanted.path = /^\/[\w./~-]*$/.test(path) ? path : { equals: path }
    if (json !== undefined) wanted.json = { like: json }
    else if (body && !truncated) wanted.body = bodyEncoding ? { base64: body } : body
    // Names of fields have no placeholders.
    const fields = Object.entries(query).map(([name, values]) => [name, literal(values.length === 1 ? values[0] : { all: values })])
    return { ...literal(wanted), query: fields.length ? Object.fromEntries(fields) : undefined }
  }

  const name = (entry) => `${entry.method} ${entry.path ?? entry.target}`.slice(0, 80)

  page.headSize = ({ head, headEncoding, headTruncated }) => headTruncated ?? bytesOf(head ?? '', headEncoding).length

  /** Line and fields of an answer. Interim heads may be before its own. */
  page.answerHead = ({ head, headEncoding }) => {
    const [line = '', ...fields] = (headEncoding ? '' : head ?? '').split('\r\n\r\n').findLast(Boolean)?.split('\r\n') ?? []
    return [line, fields.map((field) => /^([^:]*):\s*(.*?)\s*$/.exec(field)?.slice(1)).filter(Boolean)]
  }

  /** The body of an answer that left whole, in one piece, as text; empty where it has none. */
  page.answered = ({ ending, sent = {} }) => {
    const { head, headEncoding, headTruncated, body, bodyEncoding, bodyTruncated } = sent
    if (ending !== 'complete' && ending !== 'closed') return undefined
    const size = sent.bytes - page.headSize(sent)
    // A scenario can cut it and close.
    const cut = size < named(page.answerHead(sent)[1], 'content-length')
    if (cut || bodyEncoding || bodyTruncated || headEncoding || headTruncated || /\r\n(transfer|content)-encoding:/i.test(head)) return undefined
    return size ? body : ''
  }

  const reply = (entry) => {
    const { rule, sent = {} } = entry
    const status = rule && sent.status >= 200 ? sent.status : 200
    const text = rule ? page.answered(entry) : undefined
    if (text === '' || status === 204 || status === 304) return { status }
    if (text === undefined) return { status, json: {} }
    const type = named(page.answerHead(sent)[1], 'content-type') ?? null
    const json = page.parsed(text)
    if (type === 'application/json' && JSON.stringify(json) === text) return literal({ status, json })
    return literal({ status, headers: { 'Content-Type': type }, text })
  }

  const asExpectation = (entry) => ({ name: name(entry), match: match(entry), requests: 1 })

  /** A rule that takes this request: the failure that it got, or an answer to be filled in. */
  const asRule = (entry) => ({ name: name(entry), match: match(entry), ...(entry.failure ? { fail: entry.failure } : { reply: reply(entry) }) })

  const pretty = (value) => JSON.stringify(value, null, 2)

  let panel
  let current = 0
  page.shownRow = null

  page.mountRequest = (parent) => {
    panel = element('aside', { class: 'full', 'aria-label': 'Request in full', hidden: true })
    parent.append(panel)
    page.on('rows', ({ changed, all }) => {
      if (all && page.shownRow) page.show(null)
      else if (changed && changed === page.shownRow) page.show(changed)
    })
  }

  page.show = async (row, focus) => {
    const mine = ++current
    const scrolled = row === page.shownRow ? panel.lastChild?.scrollTop : 0
    page.shownRow = row
    let entry = null
    let problem = null
    if (row) {
      try {
        entry = await journal.whole(row)
      } catch (error) {
        problem = error
      }
      if (mine !== current) return
      try {
        fill(row, entry ?? journal.reduced(row), entry !== null, problem)
      } catch (error) {
        page.fail(error)
        row = page.shownRow = null
      }
    }
    panel.hidden = !row
    page.tell('shown', row)
    if (scrolled) panel.lastChild.scrollTop = scrolled
    if (focus || (row && matchMedia('(max-width: 900px)').matches)) panel.lastChild?.focus()
    page.selected = row && (entry ?? journal.reduced(row))
    page.tell('selected', page.selected)
  }

  const fact = (title, value) => ([null, undefined, ''].includes(value) ? null : element('span', `${title} `, element('b', {}, value)))

  const fill = (row, entry, whole, problem) => {
    const ending = page.ending()
    ending.set(row.ending)
    const copy = (title, make) => page.button(title, async () => {
      try {
        await page.copy(make(entry))
      } catch (error) {
        page.fail(error)
      }
    })
    const copies = ['Copy as', copy('curl', curl),
      copy('rule', (entry) => pretty(asRule(entry))), copy('expectation', (entry) => pretty(asExpectation(entry))), copy('JSON', pretty)]
    panel.replaceChildren(
      element('div.title',
        element('div.row', element('h2', entry.method ? visible(`${entry.method} ${entry.target}`) : row.what),
          page.button('Close', () => page.show(null), { class: 'quiet', title: 'Close (Escape)' })),
        element('div.row.told', ending, fact('status', row.status), fact('failure', entry.failure), fact('rule', entry.rule ?? row.rule ?? (row.unmatched ? 'none' : null)),
          fact('step', entry.step), fact('hit', entry.hit), fact('session', entry.session), fact('label', journal.labels.get(entry.session)), fact('at', page.time(entry.time)),
          fact('entry', entry.seq), fact('connection', entry.connection), fact('', entry.protocol),
          entry.clientClosed ? fact('', 'the client had closed its side') : null, entry.crossed ? fact('', 'crossed the end of its connection') : null),
        entry.method && whole ? element('div.row', element('div', { class: 'row', role: 'group', 'aria-label': 'Copy as' }, copies),
          page.button('Break the next one', () => page.breakNext(entry))) : null),
      element('div', { class: 'text', tabIndex: 0, role: 'document', 'aria-label': 'Details' }, times(row),
        whole ? [near, notes, came, calls, tls, left].map((part) => part(entry)) : missing(problem))
    )
  }

  const missing = (problem) => element('p.note.warn', problem ? `The rest could not be asked for: ${problem.message}` :
    'Head and body are no longer here: the page had no room for them, and the gateway has dropped the entry, or its session.')

  const times = (row) => {
    const total = page.lasted(row)
    const track = page.track()
    track.set(row, total || 1)
    const words = [['first byte', row.first], ['last byte', row.last], [row.ending === 'open' ? 'so far' : 'end', total]].filter(([, ms]) => ms !== null)
    return element('section', { class: 'big', 'aria-label': 'Times' }, track,
      element('div.scale', element('span', '0'), element('span', words.map(([name, ms]) => `${name} ${page.milliseconds(ms)}`).join(' · ') || 'no time is known')))
  }

  /** What came and what was wanted, of a sentence such as `header "x" is missing, the rule wants "b"`. */
  const difference = (sentence) => {
    const [, what, is, wants] = /^(.*?) (?:is|are) (.*), the rule wants (.*)$/s.exec(sentence) ?? []
    return what ? [what, mono(is, 'came'), mono(wants, 'wanted')] : [sentence, '', '']
  }

  const near = ({ nearest, differences = [] }) => nearest === undefined && !differences.length ? null :
    section('No rule took it', nearest === undefined ? null : ['the nearest is ', element('b', {}, nearest)], table(differences.map(difference), ['differs', 'came', 'wanted']))

  const notes = (entry) => entry.notes?.length ? section('Notes', null, element('ul', entry.notes.map((note) => element('li', visible(note))))) : null

  const bodyTitle = (bytes, text = '', encoding) => {
    const kept = bytesOf(text, encoding).length
    return element('h3', 'Body', element('span', `${page.number(bytes)} bytes${kept < bytes ? `, of which ${page.number(kept)} are kept` : ''}`))
  }

  const came = (entry) => {
    if (!entry.method) {
      const { received } = entry
      return received ? section('As it came', `${page.number(received.bytes)} bytes, no request`, body(received.text ?? received.base64 ?? '', received.base64 && 'base64')) : null
    }
    const bytes = entry.bodyBytes ?? 0
    const header = ([name, value]) => {
      const cell = mono(value)
      if (entry.headersEncoding && /[^ -~]/.test(value)) cell.append(element('div.faint', inHex(bytesOf(value, 'latin1'))))
      return [visible(name), cell]
    }
    const content = [table([[entry.method, mono(`${entry.rawTarget ?? entry.target} ${entry.protocol ?? ''}`)], ...(entry.headers ?? []).map(header)], null, { class: 'pairs' })]
    if (entry.headersEncoding) content.push(note('The head is no UTF-8: a character stands for each byte.'))
    if (!bytes) content.push(note('No body.'))
    else content.push(bodyTitle(bytes, entry.body, entry.bodyEncoding))
    const sent = bytes && entry.body !== undefined ? body(entry.body, entry.bodyEncoding) : null
    if (entry.json === undefined) content.push(sent)
    else content.push(body(pretty(entry.json)), sent && element('details', element('summary', 'as it was sent'), sent))
    if (entry.decoded !== undefined) content.push(element('h3', 'Decoded'), body(entry.decoded, entry.decodedEncoding))
    return section('As it came', null, content)
  }

  const calls = (entry) => {
    if (!entry.calls) return null
    let parts = entry.json
    if (!Array.isArray(parts)) parts = page.parsed(parts?.batch ?? new URLSearchParams(entry.body).get('batch'))
    const call = (part) => (part ? `${part.method ?? ''} ${part.relative_url ?? JSON.stringify(part)}`.trim().slice(0, 200) : '')
    return section('Calls of the batch', entry.callsTruncated ? `${entry.calls.length} of ${entry.callsTruncated}` : null,
      table(entry.calls.map((one, i) => [String(i + 1), mono(call(parts?.[i])), one.rule ?? 'none', one.step, one.hit, one.failure]),
        ['', 'call', 'rule', 'step', 'hit', 'failure']))
  }

  const tls = ({ tls, hello, alert, sent }) => {
    const rows = Object.entries({ ...tls, ...hello, 'alert of the client': alert, 'alert of the gateway': sent?.alert }).filter(([, value]) => value !== undefined)
    return rows.length ? section('TLS', null, table(rows.map(([name, value]) => [name, mono([value].flat().join(', '))]), null, { class: 'pairs' })) : null
  }

  const left = (entry) => {
    const { sent = {} } = entry
    const { bytes = 0, head, headEncoding, headTruncated, body: behind = '', bodyEncoding } = sent
    if (!bytes) return section('As it left', null, note(entry.ending === null ? 'Nothing has left so far.' : 'Nothing was sent.'))
    if (typeof head !== 'string') return section('As it left', `${page.number(bytes)} bytes`, note('The journal counts them, and keeps none.'))
    const size = page.headSize(sent)
    return section('As it left', `${page.number(bytes)} bytes, ${page.number(size)} of them head`, body(headEncoding ? head : head.replace(/(\r\n)+$/, ''), headEncoding),
      headTruncated ? note('The head is not kept whole.') : null,
      bytes > size ? bodyTitle(bytes - size, behind, bodyEncoding) : note('No body followed.'),
      behind ? body(behind, bodyEncoding) : bytes > size && note('It came before the page watched, goes on, is too old, or one of too many.'))
  }
}
