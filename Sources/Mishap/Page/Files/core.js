const page = {}

{
  const listeners = new Map()

  page.on = (event, fn) => {
    if (!listeners.has(event)) listeners.set(event, new Set())
    listeners.get(event).add(fn)
  }

  page.tell = (event, value) => {
    for (const fn of listeners.get(event) ?? []) {
      try {
        fn(value)
      } catch (error) {
        console.error(error)
        page.fail(error)
      }
    }
  }

  const known = (value) => value !== null && value !== undefined

  // What a client sent becomes text nodes and attribute values, never markup or properties.

  const fill = (node, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (!known(value)) continue
      if (name === 'text') node.textContent = value
      else if (name === 'on') for (const [event, fn] of Object.entries(value)) node.addEventListener(event, fn)
      else if (name === 'style') Object.assign(node.style, value)
      else if (/^(aria|data)-/.test(name)) node.setAttribute(name, value)
      else if (/^(value|htmlFor|hidden|disabled|tabIndex|autofocus|open)$/.test(name)) node[name] = value
      else if (/^on/i.test(name)) throw new TypeError(name)
      else if (value !== false) node.setAttribute(name, value)
    }
    for (const child of children.flat(Infinity)) {
      if (known(child) && child !== false) node.append(child instanceof Node ? child : String(child))
    }
    return node
  }

  /** `selector`: a name, and classes behind it, as in `div.row`. */
  const maker = (create) => (selector, attributes, ...children) => {
    const [name, ...classes] = selector.split('.')
    const plain = attributes && typeof attributes === 'object' && !(attributes instanceof Node) && !Array.isArray(attributes)
    const node = fill(create(name), plain ? attributes : {}, plain ? children : [attributes, ...children])
    if (classes.length) node.classList.add(...classes)
    return node
  }

  const element = maker((name) => document.createElement(name))
  page.element = element
  page.svg = maker((name) => document.createElementNS('http://www.w3.org/2000/svg', name))
  page.byID = (id) => document.getElementById(id)
  const { byID } = page

  page.button = (text, click, attributes = {}) =>
    element('button', { type: 'button', ...attributes, class: `button ${attributes.class ?? ''}`, on: { click } }, text)

  const grouped = new Intl.NumberFormat('en')
  page.number = (n) => (known(n) ? grouped.format(n) : '')
  page.many = (n, name) => `${page.number(n)} ${name}${n === 1 ? '' : 's'}`

  page.time = (iso) => {
    const date = new Date(iso ?? NaN)
    if (Number.isNaN(date.getTime())) return ''
    return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`
  }

  const scaled = (n) => n.toFixed(n < 10 ? 2 : n < 100 ? 1 : 0)

  page.bytes = (n) => {
    if (!known(n)) return ''
    const [size, unit] = n < 1e3 ? [1, 'B'] : n < 1e6 ? [1e3, 'KB'] : n < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
    return `${size === 1 ? n : scaled(n / size)} ${unit}`
  }

  page.milliseconds = (n) => (!known(n) ? '' : n < 1e3 ? `${scaled(n)} ms` : n < 6e4 ? `${scaled(n / 1e3)} s` : `${scaled(n / 6e4)} min`)

  page.say = (text) => {
    byID('status').textContent = ''
    requestAnimationFrame(() => (byID('status').textContent = text))
  }

  /** Of what is no JSON, null. */
  page.parsed = (text) => {
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  }

  let failure = null

  /** One line; `kind` is for `mend`, which takes it away when what was wrong is over. */
  page.fail = (error, kind = 'any') => {
    const text = error?.message ?? String(error)
    if (failure?.text === text) return
    failure = { text, kind }
    byID('error').replaceChildren(element('span', text), page.button('Dismiss', () => page.mend(kind), { class: 'quiet' }))
  }

  page.mend = (kind) => {
    if (failure?.kind !== kind) return
    failure = null
    byID('error').replaceChildren()
  }

  let announced = 0
  let announcement = null

  /** At most one a second: `words()` is asked when its time has come. */
  page.announce = (words) => {
    announcement ??= setTimeout(() => {
      announcement = null
      announced = Date.now()
      const log = byID('announce')
      log.append(element('p', words()))
      while (log.childNodes.length > 3) log.firstChild.remove()
    }, Math.max(0, 1000 - (Date.now() - announced)))
  }

  page.copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      const area = element('textarea', { value: text, class: 'unseen' })
      ;(document.querySelector('dialog[open]') ?? document.body).append(area)
      area.select()
      document.execCommand('copy')
      area.remove()
    }
    page.say('Copied.')
  }

  /** `text`: a string, or a list of pieces. */
  page.download = (name, type, text) => {
    const link = element('a', { href: URL.createObjectURL(new Blob([text].flat(), { type })), download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10000)
    page.say(`Saved as ${name}.`)
  }

  const close = { label: 'Close', value: null, primary: true }

  /** A dialog; gives the `value` of the action that was taken, or null. `actions`: { label, value, primary, danger } */
  page.ask = ({ title, body, actions = [close] }) =>
    new Promise((resolve) => {
      let answer = null
      const before = document.activeElement
      const primary = actions.find((action) => action.primary)
      const take = (action) => {
        answer = action?.value ?? null
        dialog.close()
      }
      const buttons = actions.map((action) => page.button(action.label, action === primary ? null : () => take(action), {
        class: `${action.primary ? 'primary' : ''} ${action.danger ? 'danger' : ''}`, type: action === primary ? 'submit' : 'button'
      }))
      const submit = (event) => {
        event.preventDefault()
        take(primary)
      }
      const form = element('form', { on: { submit } }, element('h2', { id: 'dialog-title' }, title), body, element('div.row.actions', buttons))
      const dialog = element('dialog', { 'aria-labelledby': 'dialog-title' }, form)
      dialog.addEventListener('close', () => {
        dialog.remove()
        before?.focus?.()
        resolve(answer)
      })
      document.body.append(dialog)
      dialog.showModal()
      if (!form.querySelector('input, select, textarea')) form.querySelector('[type=submit]')?.focus()
    })

  const keys = []

  /** `keys`: `'p'`, `'Ctrl+Enter'` or a list; `where`: a view's id, or a function. */
  page.key = (names, label, fn, where) => keys.push({ names: [names].flat(), label, fn, where })

  const applies = (where) => !where || (typeof where === 'function' ? where() : page.views.current === where)

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
    const control = event.ctrlKey || event.metaKey
    if (!control && !event.altKey && event.target.closest?.('input:not([type=checkbox]), textarea, select')) return
    const name = `${control ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.shiftKey && event.key.length > 1 ? 'Shift+' : ''}${event.key}`
    const key = keys.find(({ names, where }) => names.includes(name) && applies(where))
    if (!key) return
    event.preventDefault()
    key.fn(event)
  })

  page.help = () => {
    const line = ({ names, label, where }) => [
      element('dt', names.map((name) => [' ', element('kbd', name.replace('Arrow', ''))])),
      element('dd', label, typeof where === 'string' ? element('span.faint', ` (${page.views.title(where)})`) : null)
    ]
    page.ask({ title: 'Keys', body: element('dl.keys', keys.map(line)) })
  }

  // The address: view and filter are in its fragment, so that a link shows the same.

  const fragment = () => new URLSearchParams(location.hash.slice(1))

  page.address = {
    get: (name) => fragment().get(name) || null,
    set: (values) => {
      const parameters = fragment()
      for (const [name, value] of Object.entries(values)) {
        if (value) parameters.set(name, value)
        else parameters.delete(name)
      }
      if (parameters.toString() === fragment().toString()) return
      history.replaceState(null, '', `#${parameters}`)
      moved()
    }
  }

  page.session = null
  page.selected = null

  const moved = () => {
    const session = page.address.get('session')
    const other = session !== page.session
    page.session = session
    byID('session').value = session ?? ''
    if (page.started) page.views.show()
    page.tell('address', page.address)
    if (other) page.tell('session', session)
  }

  const views = []

  page.views = {
    current: null,
    add: (view) => views.push(view),
    title: (id) => views.find((view) => view.id === id)?.title ?? id,
    go: (id) => page.address.set({ view: id === views[0]?.id ? null : id }),
    show: () => {
      const wanted = page.address.get('view')
      const view = views.find((view) => view.id === wanted) ?? views[0]
      if (!view.section) {
        view.section = element('section', { role: 'tabpanel', id: `view-${view.id}`, class: view.id, 'aria-labelledby': `tab-${view.id}` })
        byID('views').append(view.section)
        view.mount(view.section)
      }
      const before = views.find((other) => other.id === page.views.current)
      page.views.current = view.id
      for (const other of views) {
        if (other.section) other.section.hidden = other !== view
        other.tab.setAttribute('aria-selected', other === view)
        other.tab.tabIndex = other === view ? 0 : -1
      }
      if (before !== view) before?.hide?.()
      view.show(page.address)
    }
  }

  const addTab = (view, i) => {
    const keydown = (event) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      const other = views.at(to % views.length)
      page.views.go(other.id)
      other.tab.focus()
    }
    const go = () => page.views.go(view.id)
    view.tab = element('button', {
      type: 'button', role: 'tab', id: `tab-${view.id}`, 'aria-controls': `view-${view.id}`, title: `Key ${view.key}`, on: { click: go, keydown }
    }, view.title)
    byID('tabs').append(view.tab)
    page.key(view.key, view.title, go)
  }

  page.Problem = class extends Error {
    constructor(status, json, text) {
      super(json?.detail ?? (text?.trim().slice(0, 300) || `The gateway answered ${status}.`))
      Object.assign(this, { status, json })
    }
  }

  page.Gone = class extends Error {
    constructor(message = 'No gateway answers at this address.') {
      super(message)
    }
  }

  page.offline = location.protocol === 'file:'

  let token = null
  let asking = null
  let declined = false
  /** What a field of a request can have. */
  const isToken = (text) => /^[!-~]+$/.test(text)
  try {
    const kept = sessionStorage.getItem('mishap-token')
    if (isToken(kept ?? '')) token = kept
  } catch {}

  const askToken = async (first = token === null) => {
    const field = element('input', { type: 'password', autocomplete: 'off', id: 'token', autofocus: true, 'aria-describedby': 'token-note' })
    const words = first ? 'It was started with --token. The token stays in this tab alone.' : 'That is not the token of this gateway.'
    const answer = await page.ask({
      title: 'This gateway wants its token',
      body: [element('p', { class: first ? 'note' : 'bad', id: 'token-note' }, words), element('label', { class: 'field', for: 'token' }, 'Token', field)],
      actions: [{ label: 'Go on without', value: false }, { label: 'Use it', value: true, primary: true }]
    })
    const entered = field.value.trim()
    declined = !answer || !entered
    if (!declined && !isToken(entered)) return askToken(false)
    asking = null
    if (declined) return
    token = entered
    try {
      sessionStorage.setItem('mishap-token', token)
    } catch {}
  }

  const ask = async (method, path, { body, accept = 'application/json', signal, headers }) => {
    if (page.offline) throw new page.Gone('This page was opened from a file: there is no gateway behind it.')
    for (;;) {
      const used = token
      const fields = { Accept: accept, ...headers }
      if (used !== null) fields.Authorization = `Bearer ${used}`
      if (known(body)) fields['Content-Type'] = 'application/json'
      const sent = known(body) && typeof body !== 'string' ? JSON.stringify(body) : body
      let response
      try {
        response = await fetch(`/__mishap/${path}`, { method, headers: fields, body: sent, signal, cache: 'no-store', credentials: 'omit', redirect: 'error' })
      } catch (error) {
        throw error.name === 'AbortError' ? error : new page.Gone()
      }
      if (response.status !== 401 || declined) return response
      if (token === used) await (asking ??= askToken())
    }
  }

  const refusal = async (response) => {
    const text = await response.text().catch(() => '')
    let json = page.parsed(text)
    if (response.status === 401) json = { ...json, detail: 'The gateway wants its token: reload the page to enter it.' }
    return new page.Problem(response.status, json, text)
  }

  page.call = async (method, path, body, options) => {
    const response = await ask(method, path, { body, ...options })
    if (response.status >= 400 && response.status !== 412) throw await refusal(response)
    const text = await response.text().catch((error) => {
      throw error.name === 'AbortError' ? error : new page.Gone('The gateway went while it answered.')
    })
    const isJSON = text !== '' && /[/+]json\b/.test(response.headers.get('Content-Type') ?? '')
    return { status: response.status, json: isJSON ? JSON.parse(text) : null, text, headers: response.headers }
  }

  /** All of a list that comes in pages. */
  page.pages = async (what, most = 20000) => {
    const all = []
    for (let next = ''; next !== null && all.length < most;) {
      const { json } = await page.call('GET', `${what}?limit=2000${next && `&after=${encodeURIComponent(next)}`}`)
      all.push(...json[what])
      next = json.next
    }
    return all
  }

  /** A path segment: `/` of a scenario's name is `--` in the name of its session. */
  page.segment = (session) => encodeURIComponent(session.replaceAll('/', '--'))

  // Connection: what the timeline's stream knows of the gateway.

  page.state = page.offline ? 'file' : 'gone'

  page.connection = (state, words) => {
    if (state === page.state && words === page.stateWords) return
    Object.assign(page, { state, stateWords: words })
    page.tell('connection', state)
  }

  const pause = (ms, signal) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
      signal?.addEventListener('abort', resolve, { once: true })
    })

  /** Server-Sent Events: `onEvent(name, data, text)`. Goes on by itself, 1 to 5 seconds after it broke off, until `signal` aborts. */
  page.stream = async (path, { onEvent, onOpen, onBreak, signal }) => {
    let wait = 1000
    while (!signal?.aborted) {
      let problem = new page.Gone('The gateway ended the connection.')
      try {
        const response = await ask('GET', path, { accept: 'text/event-stream', signal })
        if (!response.ok) throw await refusal(response)
        wait = 1000
        onOpen?.()
        await events(response.body, onEvent)
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof page.Problem || error instanceof page.Gone) problem = error
        else console.error(error)
      }
      if (signal?.aborted) return
      onBreak?.(problem)
      await pause(wait, signal)
      wait = Math.min(5000, wait * 1.7)
    }
  }

  /** It sends a comment every 15 seconds. */
  const next = (reader) =>
    new Promise((resolve, reject) => {
      const lost = () => reject(new page.Gone())
      const timer = setTimeout(lost, 40000)
      reader.read().then(resolve, lost).finally(() => clearTimeout(timer))
    })

  const events = async (body, onEvent) => {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    let name = ''
    let data = []
    try {
      for (;;) {
        const { done, value } = await next(reader)
        if (done) return
        const lines = (rest + value).split('\n')
        rest = lines.pop()
        for (const line of lines) {
          if (line.startsWith('data:')) data.push(line.slice(5).trim())
          else if (line.startsWith('event:')) name = line.slice(6).trim()
          else if (line.trim() === '') {
            const text = data.join('\n')
            if (text) onEvent(name || 'message', JSON.parse(text), text)
            name = ''
            data = []
          }
        }
      }
    } finally {
      reader.cancel().catch(() => {})
    }
  }

  page.start = () => {
    views.forEach(addTab)
    page.key('?', 'This list', page.help)
    byID('help').addEventListener('click', page.help)
    byID('session').addEventListener('change', (event) => page.address.set({ session: event.target.value.trim() }))
    addEventListener('hashchange', moved)
    page.started = true
    moved()
    page.tell('connection', page.state)
  }
}
