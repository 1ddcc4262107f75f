import type { AssertionError } from 'node:assert'
import type {
  Cut,
  Delay,
  Expectation,
  Failure,
  FailureName,
  Match,
  Reply,
  Rule as ScenarioRule,
  Scenario,
  Step,
} from './scenario.js'

export type { Expectation, Failure, FailureName, Match, Reply, Scenario, ScenarioRule, Step }

/** A text such as "250ms", or milliseconds. */
export type Duration = string | number

/** A value of a variable of a session. */
export type Variable = string | number | boolean

/** What a session begins with. */
export interface MishapOptions {
  /** The name of a scenario of the gateway, the path of a file (`….json`), or a scenario as in a file. */
  scenario?: string | URL | Scenario
  /** How lists and reports call the session; of `withMishap`, by default the name of the test. */
  label?: string
  /** In place of the scenario's own. */
  seed?: number
  /** The time without a request after which no more is expected; without it the client is judged at once. */
  settle?: Duration
  /** 'allow' lets a request pass that nothing takes, which else fails the test. */
  unmatched?: 'fail' | 'allow'
  /** In place of the values that the scenario declares. */
  variables?: Record<string, Variable>
  /** What is expected of the client, beside what the scenario expects. */
  expect?: Expectation | Expectation[]
  /** How many bytes of a body the journal keeps, such as '1MiB'. */
  bodies?: string
  /** The session's clock, if not as the scenario says. */
  clock?: 'real' | 'manual'
  /** 0: a port of its own. */
  port?: 0
  /** By default that of this process. */
  gateway?: Gateway
}

/** Which requests a rule takes beside method and path, and what else of a rule is not its answers. */
export type RuleOptions = Omit<Match, 'method' | 'path'> &
  Pick<ScenarioRule, 'name' | 'description' | 'atEnd' | 'countBy' | 'rateLimit' | 'atOnce'>

/** How often an answer is given, and after which time. */
export interface AnswerOptions {
  /** To how many requests. */
  times?: number
  /** How long it waits before the first byte. */
  delay?: Duration | Delay
}

export type ReplyOptions = AnswerOptions & Omit<Reply, 'status' | 'base64'> & {
  /** A body of any bytes. */
  body?: ArrayBufferView
  /** The same in base64. */
  base64?: string
}

/** Parameters of a failure, beside `times` and `delay`. */
export type FailOptions = AnswerOptions & {
  /** Parameters whose names are those of options. */
  with?: Record<string, unknown>
  [parameter: string]: unknown
}

/** An answer for the queue: a status, the name of a failure, or a step as in a scenario. */
export type Answer = Failure | Step

/** What the gateway says about a client. */
export interface Verdict {
  outcome: 'passed' | 'failed' | 'undecided' | 'none'
  final: boolean
  expectations: Array<{
    name: string | null
    outcome: 'passed' | 'failed' | 'undecided'
    final: boolean
    reason: string
    entries: number[]
    expectation: Expectation
  }>
  unmatched: Array<{ entry: number; method: string; target: string; nearest: string | null; differences: string[] }>
  unmatchedCount: number
  [member: string]: unknown
}

/** An error or a warning of a scenario. */
export interface Diagnostic {
  file: string
  line?: number
  column?: number
  endLine?: number
  endColumn?: number
  pointer?: string
  severity: 'error' | 'warning'
  message: string
}

/**
 * A session of a gateway: rules, hits, variables and a journal of its own, so that tests can run at once.
 *
 * `withMishap` of `mishap/node`, `mishap/vitest` and `mishap/jest` gives a test one. Elsewhere it is
 * `await Mishap.open()`, and `await m.close()` judges the client.
 */
export class Mishap {
  private constructor()
  static open(options?: string | MishapOptions): Promise<Mishap>

  readonly gateway: Gateway
  /** As the control API calls it, such as `~k3j9x01`. */
  readonly id: string
  /** The address for the client under test. */
  readonly url: string
  /** The same in TLS; `/__mishap/ca.pem` of the gateway is the certificate to trust. */
  readonly httpsUrl: string
  /** Its own port, if it has one. */
  readonly port: number | undefined
  /** The clock of a session with `clock: 'manual'`. */
  readonly clock: {
    /** Moves it on: `'30s'`, or milliseconds. */
    advance(by: Duration): Promise<void>
  }

  /** A rule for GET: `path` as in a scenario, and what else must hold, such as `{ query: { page: '2' } }`. */
  get(path: NonNullable<Match['path']>, match?: RuleOptions): Rule
  post(path: NonNullable<Match['path']>, match?: RuleOptions): Rule
  put(path: NonNullable<Match['path']>, match?: RuleOptions): Rule
  patch(path: NonNullable<Match['path']>, match?: RuleOptions): Rule
  delete(path: NonNullable<Match['path']>, match?: RuleOptions): Rule
  /** A rule for requests of each method; without a path, for all of them. */
  any(path?: Match['path'], match?: RuleOptions & Pick<Match, 'method'>): Rule

  /** Answers for the next requests that no rule takes: statuses, names of failures, steps as in a scenario. */
  enqueue(...answers: Answer[]): void
  /** Expects this of the client, whichever rules it is about: `{ order: ['login', 'pay'] }`. */
  expect(expectation: Expectation): void
  /** The gateway has the rules, answers and expectations of the calls so far. */
  ready(): Promise<void>
  /**
   * Gives the session another scenario, above which the rules of this test stand. The client is judged anew from there
   * on: hits and variables begin anew, and what came before is neither missed nor held against it. The queue is empty.
   */
  load(scenario: string | URL | Scenario): Promise<void>

  /** All requests, in the order in which they came. */
  requests(): Promise<MishapRequest[]>
  /** Those that no rule and no system has taken. */
  unmatched(): Promise<MishapRequest[]>
  /** The session's variables, which its scenario declares. */
  variables(): Promise<Record<string, Variable>>
  setVariables(values: Record<string, Variable>): Promise<void>
  /**
   * Judges the client now, by an expectation or a list of them, or else by those of the session. It waits for the verdict
   * for so long. Throws VerdictFailed.
   */
  verify(expectations?: Expectation | Expectation[], times?: { wait?: Duration; settle?: Duration }): Promise<Verdict>
  /** All that the catalogue knows about a failure: its name, or a status. */
  explain(name: string | number): Promise<Record<string, unknown>>

  /**
   * Takes the session away, and judges its client. Throws VerdictFailed, or MishapError if the test forgot an `await`.
   *
   * Returns the verdict and an excerpt of the journal, as text. Without `judge` it waits for nothing. A second call does
   * what the first one did.
   */
  close(options?: { judge?: boolean }): Promise<string>
}

/**
 * Which requests get which answers. Each `reply`, `fail` or `passes` adds an answer: the first request gets the first
 * one, and so on, and the last one stays, unless it has `times`: then the rule takes no more. The gateway has the rule
 * once a call of the library was awaited, such as `m.ready()`; a later rule stands above an earlier one.
 */
export class Rule {
  private constructor()
  /** As expectations and the journal name it. */
  readonly name: string

  /** Answers so: `times` requests, after `delay`. */
  reply(status?: Reply['status'], options?: ReplyOptions): this
  reply(options: ReplyOptions): this
  /**
   * Fails so: by a name of the catalogue, or a status. What is beside `times` and `delay` are the parameters that
   * `mishap explain NAME` lists; of a failure that spoils a reply, `json`, `text`, `body`, `status` and `headers` are
   * that reply's.
   */
  fail(name: Failure, options?: FailOptions): this
  /** Counts the request, and lets the rules below answer it. */
  passes(options?: AnswerOptions): this
  /** Lets the last answer wait: `'250ms'`, milliseconds, or `{ uniform: ['10ms', '50ms'] }`. */
  delay(value: Duration | Delay): this
  /** Ends the last answer `after` so many bytes of its body, by `'close'`, `'reset'` or `'stall'`. */
  cut(after: Cut['after'], end: Cut['end'], more?: Omit<Cut, 'after' | 'end'>): this

  /**
   * Expects this of the client, as in a scenario: `{ requests: 2 }`, `{ same: ['body'] }`, `{ honours: 'Retry-After' }`,
   * `{ gaveUp: { atMost: '3s' } }`. It is judged when the test has ended.
   */
  expect(expectation: Expectation): this
  /** How many requests it has taken. Throws a MishapError if the rule has no answers. */
  hits(): Promise<number>
  /** The requests that it has taken, in the order in which they came; calls of a batch are those of its request. */
  requests(): Promise<MishapRequest[]>
}

/** An entry of the journal; docs/control-api.md has all its members. */
export interface Entry {
  /** Pairs of name and value, in the order in which they came. */
  headers: Array<[name: string, value: string]>
  /** What really left. */
  sent?: {
    /** Null if none was sent. */
    status: number | null
    /** Everything before the body as it was sent; null if nothing was. */
    head?: string | null
    /** How many, with heads and framing. */
    bytes: number
    /** After so many milliseconds the first byte left, and the last one; null if none did. */
    firstByteAt?: number | null
    lastByteAt?: number | null
    [member: string]: unknown
  }
  [member: string]: unknown
}

/** A request as it came, and what became of it. */
export class MishapRequest {
  private constructor()
  /** The whole entry of the journal, with what was sent. */
  readonly entry: Entry
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  /** Its address, without the session's prefix; with 127.0.0.1, where its Host is no name of a host. */
  readonly url: URL
  /** The values of each field of the query. */
  readonly query: Record<string, string[]>
  /**
   * The fields of the head, without those that Headers does not take. `entry.headers` has all of them as pairs, in the
   * order in which they came.
   */
  readonly headers: Headers
  /** The whole body, as it came. Throws a RangeError if the journal has kept only a part of it. */
  readonly body: Uint8Array
  /** The body as text; of one that is coded (gzip), what is in it. Throws a TypeError if it is no text. */
  readonly text: string
  /** The value in the body. Throws a SyntaxError if it is no JSON. */
  readonly json: any
  /** The name of the rule that answered; null if none did. */
  readonly rule: string | null
  /** The name of the failure that it got, if any. */
  readonly failure: string | null
  /** The number of the connection; equal for requests on one. */
  readonly connection: number
  /** When its head was complete. */
  readonly started: Date
  /** When its answer had ended; null if it has not. */
  readonly ended: Date | null
}

export interface GatewayOptions {
  /** Of one that runs, such as that of MISHAP_CONTROL_URL. */
  url?: string
  /** The program to start. By default that of MISHAP_BIN, or 'mishap'. */
  binary?: string
  /** Files and folders that the one that is started serves, by default the folder `scenarios`. */
  scenarios?: string[]
  /** Where it starts. */
  folder?: string
  /** As `--token` of one that runs, by default that of MISHAP_TOKEN. */
  token?: string
}

/** A gateway: one that runs, by its `url`, or one that is started for as long as this process lives. */
export class Gateway {
  private constructor()
  static open(options?: GatewayOptions): Promise<Gateway>
  /** The gateway of this process, which the first call starts or finds, as the environment says. */
  static shared(): Promise<Gateway>
  /** The address of the control API; it ends in `/__mishap`. */
  readonly control: string
  /** The address for clients that use no session. */
  readonly url: string
  /**
   * Calls the control API: `path` is what follows `/__mishap/`, `body` a value for JSON, or a text of it.
   *
   * Returns the value of the answer; undefined if it is empty.
   */
  call(method: string, path: string, body?: unknown, options?: { timeout?: number }): Promise<any>
  /** Ends the gateway, if this object started it. */
  close(): Promise<void>
}

/** The gateway cannot be used, or does not take what was asked for. */
export class MishapError extends Error {}

/** A scenario, a rule or an expectation has errors, or there is no scenario of that name. */
export class ScenarioError extends MishapError {
  constructor(message: string, diagnostics?: Diagnostic[])
  diagnostics: Diagnostic[]
}

/** The client did something else than was expected of it. */
export class VerdictFailed extends AssertionError {
  constructor(message: string, verdict: Verdict)
  /** What the gateway said. */
  verdict: Verdict
}

/** The gateway that this library started has ended. */
export class GatewayDied extends MishapError {
  constructor(code: number | string, stderr: string)
  /** Its exit code, or the name of the signal that ended it. */
  code: number | string
  stderr: string
}

export const version: string
