import { append, at, here, MishapError, VerdictFailed } from './errors.js'
import { Gateway } from './gateway.js'
import { failure, Rule } from './rule.js'
import { withScenario } from './scenario.js'
import { Session } from './session.js'
import { cut, duration, settling } from './words.js'

const LONGEST_LABEL = 1024
/** What a session can begin with. */
const OPTIONS = [
  'scenario',
  'label',
  'seed',
  'settle',
  'unmatched',
  'variables',
  'expect',
  'bodies',
  'clock',
  'port',
  'gateway',
]

/**
 * A session of a gateway: rules, hits, variables and a journal of its own, so that tests can run at once.
 *
 * `withMishap` of `mishap/node`, `mishap/vitest` and `mishap/jest` gives a test one. Elsewhere it is
 * `await Mishap.open()`, and `await m.close()` judges the client.
 */
export class Mishap {
  #session
  #settle
  #allowsUnmatched
  #closing

  /**
   * `scenario`: the name of one of the gateway, the path of a file, or a scenario as in a file. `settle`: the time without
   * a request after which no more is expected; without it the client is judged at once. `unmatched: 'allow'` lets a
   * request pass that nothing takes. `port: 0`: a port of its own. `gateway`: by default that of this process. The others
   * are members of `POST sessions`. (`place` is where errors point, here and in `close`: the library's own.)
   */
  static async open(options = {}, place = here(Mishap.open)) {
    try {
      const { scenario, label, settle, unmatched = 'fail', gateway: given, ...members } = checked(options)
      const quiet = settle === undefined ? undefined : settling(settle)
      const gateway = given ?? (await Gateway.shared())
      const more = { ...members, label: label && cut(label, LONGEST_LABEL), ttl: gateway.ttl }
      const made = await withScenario(gateway, scenario, more, (body) => gateway.openSession(body))
      return new Mishap(gateway, made, [members.expect ?? []].flat(), quiet, unmatched === 'allow')
    } catch (error) {
      throw at(place, error)
    }
  }

  constructor(gateway, made, expect, settle, allowsUnmatched) {
    this.#session = new Session(gateway, made.id, expect)
    this.#settle = settle
    this.#allowsUnmatched = allowsUnmatched
    this.gateway = gateway
    /** As the control API calls it, such as `~k3j9x01`. */
    this.id = made.id
    /** The address for the client under test. */
    this.url = made.url
    /** The same in TLS; `/__mishap/ca.pem` of the gateway is the certificate to trust. */
    this.httpsUrl = made.httpsUrl
    /** Its own port, if it has one. */
    this.port = made.port
    /** The clock of a session with `clock: 'manual'`. */
    this.clock = new Clock(this.#session)
  }

  // MARK: Rules

  /** A rule for GET: `path` as in a scenario, and what else must hold, such as `{ query: { page: '2' } }`. */
  get(path, match) {
    return new Rule(this.#session, { method: 'GET', path, ...match })
  }

  post(path, match) {
    return new Rule(this.#session, { method: 'POST', path, ...match })
  }

  put(path, match) {
    return new Rule(this.#session, { method: 'PUT', path, ...match })
  }

  patch(path, match) {
    return new Rule(this.#session, { method: 'PATCH', path, ...match })
  }

  delete(path, match) {
    return new Rule(this.#session, { method: 'DELETE', path, ...match })
  }

  /** A rule for requests of each method; without a path, for all of them. */
  any(path, match) {
    return new Rule(this.#session, { path, ...match })
  }

  /** Answers for the next requests that no rule takes: statuses, names of failures, steps as in a scenario. */
  enqueue(...answers) {
    this.#session.enqueue(answers.map(step), here(this.enqueue))
  }

  /** Expects this of the client, whichever rules it is about: `{ order: ['login', 'pay'] }`. */
  expect(expectation) {
    this.#session.expect(expectation, here(this.expect))
  }

  /** The gateway has the rules, answers and expectations of the calls so far. */
  ready() {
    return this.#session.does(this.ready, async () => {})
  }

  /**
   * Gives the session another scenario, above which the rules of this test stand. The client is judged anew from there
   * on: hits and variables begin anew, and what came before is neither missed nor held against it. The queue is empty.
   */
  load(scenario) {
    return this.#session.does(this.load, async () => {
      await withScenario(this.gateway, scenario, {}, (body) => this.#session.call('PUT', 'scenario', body))
      await this.#session.sendAgain()
    })
  }

  // MARK: What came

  /** All requests, in the order in which they came. */
  requests() {
    return this.#session.does(this.requests, () => this.#session.requests())
  }

  /** Those that no rule and no system has taken. */
  unmatched() {
    return this.#session.does(this.unmatched, () => this.#session.requests({ unmatched: 1 }))
  }

  /** The session's variables, which its scenario declares. */
  variables() {
    return this.#session.does(this.variables, async () => (await this.#session.call('GET', '')).variables)
  }

  setVariables(values) {
    return this.#session.does(this.setVariables, async () => {
      await this.#session.call('PATCH', 'variables', values)
    })
  }

  /**
   * Judges the client now, by an expectation or a list of them, or else by those of the session. It waits for the verdict
   * for so long. Throws VerdictFailed.
   */
  verify(expectations = [], { wait, settle } = {}) {
    return this.#session.does(this.verify, async () => {
      const times = JSON.parse(JSON.stringify({ wait: duration(wait), settle: duration(settle) }))
      const expect = [expectations].flat()
      const verdict = expect.length
        ? await this.#session.call('POST', 'verify', { expect, ...times })
        : await this.#session.call('GET', `verdict?${new URLSearchParams(times)}`)
      if (verdict.outcome === 'passed' || verdict.outcome === 'none') return verdict
      const failed = verdict.expectations.filter(({ outcome }) => outcome !== 'passed')
      throw new VerdictFailed(failed.map(line).join('\n'), verdict)
    })
  }

  /** All that the catalogue knows about a failure: its name, or a status. */
  explain(name) {
    const path = (typeof name === 'number' ? `http/status/${name}` : name).split('/').map(encodeURIComponent).join('/')
    return this.#session.does(this.explain, () => this.gateway.call('GET', `catalogue/${path}`))
  }

  // MARK: Its end

  /**
   * Takes the session away, and judges its client. Throws VerdictFailed, or MishapError if the test forgot an `await`.
   *
   * Returns the verdict and an excerpt of the journal, as text. Without `judge` it waits for nothing. A second call does
   * what the first one did.
   */
  close({ judge = true } = {}, place = here(this.close)) {
    this.#closing ??= this.#close(judge).catch((error) => {
      throw at(place, error)
    })
    return this.#closing
  }

  async #close(judge) {
    const forgotten = this.#session.forgotten(judge)
    if (judge && !forgotten) {
      try {
        // Expectations that came after the last call.
        await this.#session.flush()
      } catch (error) {
        const text = await this.#end(false).catch(() => '')
        if (text) append(error, text)
        throw error
      }
      return this.#end(true)
    }
    const text = await this.#end(false)
    if (judge) throw forgotten
    return forgotten ? `${forgotten.message}\n${text}` : text
  }

  async #end(judge) {
    const settle = this.#settle === undefined ? {} : { settle: this.#settle }
    const verdict = await this.#session.close({ journal: 1, ...(judge ? settle : { wait: 0 }) })
    if (judge && verdict.outcome === undefined) {
      throw new MishapError(`the session ${this.id} has expired, and its client was not judged`)
    }
    // The first line is the outcome, of which the others say more.
    const text = (verdict.text ?? '').trim().split('\n').slice(1).join('\n').trim()
    if (judge && (verdict.outcome === 'failed' || verdict.outcome === 'undecided')) throw new VerdictFailed(text, verdict)
    const count = verdict.unmatchedCount ?? 0
    if (judge && count && !this.#allowsUnmatched) {
      const [{ method, target }] = verdict.unmatched
      const more = count === 1 ? '' : ` and ${count - 1} more`
      throw new VerdictFailed(`no rule takes ${method} ${target}${more}\n${text}`, verdict)
    }
    return text
  }
}

class Clock {
  #session

  constructor(session) {
    this.#session = session
  }

  /** Moves it on: `'30s'`, or milliseconds. */
  advance(by) {
    return this.#session.does(this.advance, async () => {
      await this.#session.call('POST', 'clock', { advance: duration(by) })
    })
  }
}

function checked(options) {
  const given = typeof options === 'string' ? { scenario: options } : options
  if (given === null || typeof given !== 'object') {
    throw new MishapError(`a session begins with options, or the name of a scenario, and not with ${String(given)}`)
  }
  const unknown = Object.keys(given).find((name) => !OPTIONS.includes(name))
  if (unknown) throw new MishapError(`there is no option ${JSON.stringify(unknown)}: the options are ${OPTIONS.join(', ')}`)
  if (given.unmatched !== undefined && given.unmatched !== 'fail' && given.unmatched !== 'allow') {
    throw new MishapError(`unmatched is "fail" or "allow", not ${JSON.stringify(given.unmatched)}`)
  }
  if (given.label !== undefined && typeof given.label !== 'string') {
    throw new MishapError(`label is a text, and not ${String(given.label)}`)
  }
  return given
}

function step(given) {
  if (typeof given === 'object') return given
  return typeof given === 'number' && given < 400 ? { reply: { status: given } } : failure(given)
}

const line = ({ outcome, name, expectation, reason }) => `${outcome}: ${name ?? JSON.stringify(expectation)}: ${reason}`
