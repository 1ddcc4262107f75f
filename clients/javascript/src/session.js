import { at, here, MishapError } from './errors.js'
import { MishapRequest } from './request.js'
import { cut } from './words.js'

/** Longer than a verdict may take, which is a minute. */
const TIMEOUT = 90_000
/** Bytes of a rule's name, of which the gateway takes so many; and of one that is made up, which a number may follow. */
const LONGEST_NAME = 200
const LONGEST_MADE_UP = 180

/** Requests of a page of the journal, the most that there may be. */
const PAGE = 10_000

const NEVER_SENT = "rules were never sent: await m.ready() before the client's first request"

/** What a session has been told, and what it is still to be told. `Mishap` and `Rule` are the words for it. */
export class Session {
  #rules = new Map()
  #names = new Set()
  /** Whether a call of the library was awaited. What a test adds from then on, it adds on purpose. */
  #isReady = false
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
    this.#expectations = expect.map((body) => ({ path: 'expect', body: JSON.stringify(body), place }))
  }

  // MARK: What is sent later

  /** `given`: the name that the test has given, if it has; `wanted`: else one like this. */
  nameRule(given, wanted) {
    if (given !== undefined) {
      if (this.#names.has(given)) throw new MishapError(`there is a rule ${JSON.stringify(given)} already`)
      if (Buffer.byteLength(given) > LONGEST_NAME) {
        throw new MishapError(`a rule's name has at most ${LONGEST_NAME} bytes, and this one ${Buffer.byteLength(given)}`)
      }
    }
    const base = given ?? cut(wanted, LONGEST_MADE_UP)
    let name = base
    for (let number = 2; this.#names.has(name); number++) name = `${base} ${number}`
    this.#names.add(name)
    return name
  }

  // As JSON at once: what becomes of an object later changes nothing, and one that is no JSON fails at its line.

  putRule(name, rule, place) {
    this.#rules.set(name, { body: JSON.stringify(rule), place, isSent: false })
  }

  expect(expectation, place) {
    this.#queue.push({ path: 'expect', body: JSON.stringify(expectation), place })
  }

  enqueue(steps, place) {
    this.#queue.push({ path: 'enqueue', body: JSON.stringify(steps), place })
  }

  /** Sends what waits: rules in the order in which they were made, then the rest in the order of its calls. */
  flush() {
    this.#sending = this.#sending.catch(() => {}).then(() => this.#send())
    return this.#sending
  }

  async #send() {
    const unsent = this.#unsent()
    // A client that began before gets other answers than the test wants, and the test may well pass.
    if (unsent && !this.#isReady && (await this.call('GET', '')).requests) throw neverSent(unsent)
    this.#isReady = true
    for (const [name, item] of this.#rules) {
      if (item.isSent) continue
      item.isSent = true
      try {
        await this.call('PUT', rulePath(name), item.body)
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
    const item = { place: here(callee), name: callee.name }
    item.call = Call.of(async () => {
      try {
        await this.flush()
        return await work()
      } catch (error) {
        // The session may have gone away under a call that nothing has waited for.
        throw at(item.place, item.error ?? error)
      }
    })
    this.#calls.add(item)
    return item.call
  }

  /** Calls the control API about this session. */
  call(method, path, body) {
    return this.gateway.call(method, `sessions/${this.id}${path && '/'}${path}`, body, { timeout: TIMEOUT })
  }

  close(query) {
    return this.gateway.closeSession(this.id, query, { timeout: TIMEOUT })
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

  /** What answers requests and is not sent. */
  #unsent() {
    const rule = [...this.#rules.values()].find((item) => !item.isSent)
    return rule ?? this.#queue.find((item) => item.path === 'enqueue')
  }

  /** The error of a test that forgot something, if it did. One that `hasEnded` by itself waits for nothing any more. */
  forgotten(hasEnded) {
    const unsent = this.#unsent()
    if (unsent) return neverSent(unsent)
    const floating = [...this.#calls].find(({ call }) => !call.isAwaited || (hasEnded && !call.isSettled))
    if (!floating) return undefined
    floating.error = new MishapError(`nothing has waited for ${floating.name}(): write await before it`)
    return at(floating.place, floating.error)
  }
}

const neverSent = (item) => at(item.place, new MishapError(NEVER_SENT))

/**
 * A promise that knows whether anything waits for it, so that a forgotten `await` is told. `assert.rejects(call)` waits
 * for it, and perhaps nothing for that: then it may not be settled when the test ends.
 */
class Call extends Promise {
  static get [Symbol.species]() {
    return Promise
  }

  static of(work) {
    const settled = () => (call.isSettled = true)
    const call = new Call((resolve, reject) => work().finally(settled).then(resolve, reject))
    // The end of the test tells about one that nothing waits for.
    Promise.prototype.then.call(call, undefined, () => {})
    return call
  }

  isAwaited = false
  isSettled = false

  then(...handlers) {
    this.isAwaited = true
    return super.then(...handlers)
  }
}

const rulePath = (name) => `rules/${encodeURIComponent(name)}`
