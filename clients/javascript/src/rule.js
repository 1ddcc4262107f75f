import { at, here, MishapError } from './errors.js'
import { spoilers } from './spoilers.js'
import { copy, duration } from './words.js'

/** What of a rule is not its match. */
const OF_RULE = new Set(['name', 'description', 'atEnd', 'countBy', 'rateLimit', 'atOnce'])
/** What of a failure that spoils a reply belongs to that reply. */
const OF_REPLY = new Set(['json', 'text', 'base64', 'status', 'headers'])

/**
 * Which requests get which answers. Each `reply`, `fail` or `passes` adds an answer: the first request gets the first
 * one, and so on, and the last one stays, unless it has `times`: then the rule takes no more. The gateway has the rule
 * once a call of the library was awaited, such as `m.ready()`; a later rule stands above an earlier one.
 *
 *     const orders = m.post('/orders').fail(503, { headers: { 'Retry-After': '1' } }).reply(201, { json: { id: 7 } })
 */
export class Rule {
  #session
  #rule
  #match
  #steps = []

  constructor(session, given) {
    const [rule, match] = split(copy(given), OF_RULE)
    const { name, ...more } = rule
    this.#session = session
    this.#rule = more
    this.#match = match
    const path = typeof match.path === 'object' ? JSON.stringify(match.path) : (match.path ?? '')
    try {
      /** As expectations and the journal name it. */
      this.name = session.nameRule(name, `${match.method ?? 'any'} ${path}`.trim())
    } catch (error) {
      throw at(here(Rule), error)
    }
  }

  // MARK: Answers

  /**
   * Answers so: `times` requests, after `delay`. `body` is bytes; further fields are those of a reply, such as `html`,
   * `framing` or `chunks`.
   */
  reply(status = 200, options = {}) {
    if (typeof status === 'object') [status, options] = [200, status]
    const { times, delay, ...reply } = options
    return this.#add({ reply: { status, ...withBytes(reply) } }, times, delay, this.reply)
  }

  /**
   * Fails so: by a name of the catalogue, or a status. What is beside `times` and `delay` are the parameters that
   * `mishap explain NAME` lists; of a failure that spoils a reply, `json`, `text`, `body`, `status` and `headers` are
   * that reply's. `with` has parameters whose names are those of options here.
   */
  fail(name, { times, delay, with: more, ...parameters } = {}) {
    return this.#add(failure(name, { ...parameters, ...more }), times, delay, this.fail)
  }

  /** Counts the request, and lets the rules below answer it. */
  passes({ times, delay } = {}) {
    return this.#add({ pass: true }, times, delay, this.passes)
  }

  /** Lets the last answer wait: `'250ms'`, milliseconds, or `{ uniform: ['10ms', '50ms'] }`. */
  delay(value) {
    return this.#change({ delay: duration(value) }, this.delay)
  }

  /** Ends the last answer `after` so many bytes of its body, by `'close'`, `'reset'` or `'stall'`. */
  cut(after, end, more = {}) {
    return this.#change({ cut: { after, end, ...more } }, this.cut)
  }

  #add(step, times, delay, callee) {
    return this.#put([...this.#steps, copy({ ...step, times, delay: duration(delay) })], callee)
  }

  #change(fields, callee) {
    const last = this.#steps.at(-1)
    if (!last) {
      throw new TypeError(`${callee.name}() is about the answer before it: call reply(), fail() or passes() first`)
    }
    return this.#put([...this.#steps.slice(0, -1), { ...last, ...copy(fields) }], callee)
  }

  #put(steps, callee) {
    // A last answer that is given so many times leaves further requests to the rules below, until another answer follows.
    const end = steps.at(-1).times === undefined ? {} : { atEnd: 'pass' }
    this.#session.putRule(this.name, { ...end, ...this.#rule, match: this.#match, steps }, here(callee))
    this.#steps = steps
    return this
  }

  // MARK: What came

  /**
   * Expects this of the client, as in a scenario: `{ requests: 2 }`, `{ same: ['body'] }`, `{ honours: 'Retry-After' }`,
   * `{ gaveUp: { atMost: '3s' } }`. It is judged when the test has ended.
   */
  expect(expectation) {
    const about = this.#steps.length ? { rule: this.name } : { match: this.#match }
    this.#session.expect({ ...about, ...expectation }, here(this.expect))
    return this
  }

  /** How many requests it has taken. Throws a MishapError if the rule has no answers. */
  hits() {
    return this.#about(this.hits, async () => {
      const { rules } = await this.#session.call('GET', '')
      return rules.find((rule) => rule.name === this.name)?.hits ?? 0
    })
  }

  /** The requests that it has taken, in the order in which they came; calls of a batch are those of its request. */
  requests() {
    return this.#about(this.requests, () => this.#session.requests({ rule: this.name }))
  }

  /** A call that is about the requests of this rule. */
  #about(callee, work) {
    return this.#session.does(callee, () => {
      if (this.#steps.length) return work()
      const name = JSON.stringify(this.name)
      throw new MishapError(`rule ${name} has no answers, and takes no requests: call reply(), fail() or passes() first`)
    })
  }
}

/** A step that fails. */
export function failure(name, given = {}) {
  const cause = typeof given.by === 'string' && given.by.includes('/') ? given.by : String(name)
  const written = withBytes(given)
  const [reply, parameters] = spoilers.has(cause) ? split(written, OF_REPLY) : [{}, written]
  return { fail: name, with: unlessEmpty(parameters), reply: unlessEmpty(reply) }
}

/** `body`, where it is bytes, as a scenario has it. */
function withBytes({ body, ...others }) {
  if (body === undefined) return others
  if (!ArrayBuffer.isView(body)) return { ...others, body }
  return { ...others, base64: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64') }
}

/** The members whose names are among `names`, and the others. */
function split(given, names) {
  const parts = [{}, {}]
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) parts[names.has(name) ? 0 : 1][name] = value
  }
  return parts
}

const unlessEmpty = (members) => (Object.keys(members).length ? members : undefined)
