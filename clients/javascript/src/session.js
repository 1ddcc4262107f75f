import { at, here, MishapError } from './errors.js'
import { MishapRequest } from './request.js'
import { cut } from './words.js'

/** Beside the time that a call may wait for the gateway's sake. */
const SLACK = 30_000
const LONGEST_NAME = 180

/** Requests of a page of the journal, the most that there may be. */
const PAGE = 10_000

const NEVER_SENT = "rules were never sent: await m.ready() before the client's first request"

/** What a session has been told, and what it is still to be told. `Mishap` and `Rule` are the words for it. */
export class Session {
  #rules = new Map()
  #names = new Set()
  /** Expectations that the gateway has. */
  #expectations = []
  /** Expectations and answers that wait to be sent. */
  #queue = []
  #sending = Promise.resolve()
  #calls = new Set()

  /** `expect`: what it was opened with. */
  constructor(gateway, id, expect) {
    this.gateway = gateway
    this.id = id
    const place = here(Session)
    this.#expectations = expect.map((body) => ({ path: 'expect', body, place }))
  }

  // MARK: What is sent later

  nameRule(wanted) {
    const base = cut(wanted, LONGEST_NAME)
    let name = base
    for (let number = 2; this.#names.has(name); number++) name = `${base} ${number}`
    this.#names.add(name)
    return name
  }

  putRule(name, rule, place) {
    this.#rules.set(name, { rule, place, isSent: false })
  }

  expect(expectation, place) {
    this.#queue.push({ path: 'expect', body: expectation, place })
  }

  enqueue(steps, place) {
    this.#queue.push({ path: 'enqueue', body: steps, place })
  }

  /** Sends what waits: rules in the order in which they were made, then the rest in the order of its calls. */
  flush() {
    this.#sending = this.#sending.catch(() => {}).then(() => this.#send())
    return this.#sending
  }

  async #send() {
    for (const [name, item] of this.#rules) {
      if (item.isSent) continue
      item.isSent = true
      try {
        await this.call('PUT', rulePath(name), item.rule)
      } catch (error) {
        this.#rules.delete(name)
        throw at(item.place, error)
      }
    }
    for (let item = this.#queue.shift(); item; item = this.#queue.shift()) {
      try {
        await this.call('POST', item.path, item.body)
      } catch (error) {
        throw at(item.place, error)
      }
      if (item.path === 'expect') this.#expectations.push(item)
    }
  }

  /** After another scenario, which takes them away. */
  async sendAgain() {
    for (const item of this.#rules.values()) item.isSent = false
    this.#queue.unshift(...this.#expectations.splice(0))
    await this.flush()
  }

  // MARK: Calls

  /** A call of the library: sends what waits, and then does `work`. Its errors point at the line that called `callee`. */
  does(callee, work) {
    const place = here(callee)
    const call = Call.of(async () => {
      try {
        await this.flush()
        return await work()
      } catch (error) {
        throw at(place, error)
      }
    })
    this.#calls.add({ call, place, name: callee.name })
    return call
  }

  /** Calls the control API about this session. */
  call(method, path, body, more = 0) {
    return this.gateway.call(method, this.#path(path), body, { timeout: SLACK + more })
  }

  #path(path) {
    return `sessions/${this.id}${path && '/'}${path}`
  }

  close(query) {
    return this.gateway.closeSession(this.id, query, { timeout: SLACK + 60_000 })
  }

  async requests(query) {
    const entries = []
    let page
    let more = {}
    do {
      page = await this.call('GET', `journal?${new URLSearchParams({ limit: PAGE, ...query, ...more })}`)
      if (page.evicted) {
        throw new MishapError(`the journal has dropped ${page.evicted} requests for room; see --journal-bytes`)
      }
      entries.push(...page.entries)
      more = { after: page.next }
    } while (page.entries.length >= PAGE)
    entries.sort((left, right) => left.seq - right.seq)
    return entries.filter((entry) => 'method' in entry).map((entry) => new MishapRequest(entry))
  }

  /** The error of a test that forgot something, if it did. */
  forgotten() {
    const rule = [...this.#rules.values()].find((item) => !item.isSent)
    const unsent = rule ?? this.#queue.find((item) => item.path === 'enqueue')
    if (unsent) return at(unsent.place, new MishapError(NEVER_SENT))
    const floating = [...this.#calls].find(({ call }) => !call.isAwaited)
    if (!floating) return undefined
    return at(floating.place, new MishapError(`nothing has waited for ${floating.name}(): write await before it`))
  }
}

/** A promise that knows whether anything waits for it, so that a forgotten `await` is told. */
class Call extends Promise {
  static get [Symbol.species]() {
    return Promise
  }

  static of(work) {
    const call = new Call((resolve, reject) => work().then(resolve, reject))
    // The end of the test tells about one that nothing waits for.
    Promise.prototype.then.call(call, undefined, () => {})
    return call
  }

  isAwaited = false

  then(...handlers) {
    this.isAwaited = true
    return super.then(...handlers)
  }
}

const rulePath = (name) => `rules/${encodeURIComponent(name)}`
