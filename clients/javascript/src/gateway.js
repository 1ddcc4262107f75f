import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { GatewayDied, MishapError, ScenarioError } from './errors.js'
import { version } from './version.js'

// As they are now: tests put others in their place.
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
/** Under `node --test`, the runner. */
const parent = process.ppid

const START = 30_000
const END = 5_000
/** How long the end of a gateway may follow that of a connection: on a machine that is busy, a while. */
const AFTER_CONNECTION = 2_000
const CALL = 30_000
/** How long a connection may be idle and be used again, in seconds. The gateway keeps one for 75. */
const IDLE = 10
/** How long a session lives in a gateway that is not ours, once nobody looks after it, in seconds. */
const TTL = 300
/** Settings of other gateways, which change where one is reached, or whether; and ours, which it does not know. */
const NOT_OURS = ['ADVERTISE', 'CONTROL', 'HOST', 'LISTEN', 'PORT', 'SCENARIO', 'SCENARIOS'].map((name) => `MISHAP_${name}`)

const launcher = fileURLToPath(new URL('../bin/mishap', import.meta.url))

/** The launcher of the program, where the package of this platform, which has the program, was installed beside this one. */
function installed() {
  try {
    createRequire(import.meta.url).resolve(`@mishap/${process.platform}-${process.arch}/package.json`)
    return launcher
  } catch {
    return undefined
  }
}

/** The program in the PATH. npm puts its own folder first there, in which that launcher would be, without a program. */
function another() {
  const files = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'mishap'))
  return files.find((file) => fs.existsSync(file) && fs.realpathSync(file) !== fs.realpathSync(launcher))
}

/**
 * A gateway: one that runs, by its `url`, or one that is started for as long as this process lives.
 *
 *     const gateway = await Gateway.open({ scenarios: ['scenarios'] })
 *     const m = await Mishap.open({ gateway, scenario: 'graph/transient' })
 *     …
 *     await m.close()
 *     await gateway.close()
 */
export class Gateway {
  static #shared
  #process
  #token
  #http
  /** Connections that are used again. Idle ones keep no process alive. */
  #agent
  #sessions = new Set()
  #touching

  /** The gateway of this process, which the first call starts or finds, as the environment says. */
  static async shared() {
    const { MISHAP_CONTROL_URL: url, MISHAP_SCENARIOS: scenarios } = process.env
    Gateway.#shared ??= Gateway.open({
      url: url || undefined,
      scenarios: scenarios?.split(path.delimiter).filter(Boolean),
    })
    try {
      return await Gateway.#shared
    } catch (error) {
      // Each test has an error of its own, which points at its own line.
      throw new MishapError(error.message)
    }
  }

  /** Ends it, if it was started. */
  static async closeShared() {
    const gateway = Gateway.#shared
    Gateway.#shared = undefined
    await (await gateway?.catch(() => undefined))?.close()
  }

  /**
   * `url`: of one that runs, such as that of MISHAP_CONTROL_URL. `binary`: what is started, by default that of
   * MISHAP_BIN, that which npm installed with this package, or `mishap`; `scenarios`: files and folders that it serves, by
   * default the folder `scenarios`, or those that came with the program; `folder`: where it starts. `token`: as `--token` of one that runs, by default that of MISHAP_TOKEN.
   */
  static async open({ url, binary, scenarios = [], folder, token = process.env.MISHAP_TOKEN } = {}) {
    const program = binary || process.env.MISHAP_BIN || installed() || another() || 'mishap'
    const child = url === undefined ? await Process.start(program, scenarios, folder) : undefined
    const gateway = new Gateway(url ?? child.url, child, token)
    try {
      await gateway.#checkVersion()
    } catch (error) {
      await gateway.close()
      throw error
    }
    return gateway
  }

  constructor(url, child, token) {
    /** The address of the control API; it ends in `/__mishap`. */
    this.control = url.replace(/\/+$/, '').replace(/(\/__mishap)?$/, '/__mishap')
    if (!isAddress(url)) {
      throw new MishapError(`${JSON.stringify(url)} is no address of a gateway, such as http://127.0.0.1:8080`)
    }
    this.#process = child
    this.#token = token
    this.#http = url.startsWith('https:') ? https : http
    this.#agent = new this.#http.Agent({ keepAlive: true })
    this.#agent.on('free', (socket) => (socket.idleSince = process.uptime()))
    if (!child) this.#touching = setInterval(() => this.#touch(), (TTL / 5) * 1000).unref()
  }

  /** The address for clients that use no session. */
  get url() {
    return this.control.slice(0, -'/__mishap'.length)
  }

  // MARK: Calls

  /**
   * Calls the control API: `path` is what follows `/__mishap/`, `body` a value for JSON, or a text of it.
   *
   * Returns the value of the answer; undefined if it is empty.
   */
  async call(method, path, body, { timeout = CALL } = {}) {
    const { status, text } = await this.#exchange(method, path, body, timeout)
    let answer
    try {
      answer = text ? JSON.parse(text) : undefined
    } catch {
      throw new MishapError(`what answers at ${this.control} is no mishap: ${JSON.stringify(text.slice(0, 200))}`)
    }
    if (status < 300) return answer
    const { text: shown, detail, diagnostics = [] } = answer ?? {}
    const message = shown?.trimEnd() || detail || `status ${status} of ${method} ${path}`
    throw diagnostics.length || status === 422 ? new ScenarioError(message, diagnostics) : new MishapError(message)
  }

  async #exchange(method, path, body, timeout) {
    this.#process?.throwIfEnded()
    this.#dropIdle()
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`
    const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    try {
      return await new Promise((resolve, reject) => {
        const sent = this.#http.request(`${this.control}/${path}`, { method, headers, agent: this.#agent }, (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (part) => (text += part)).on('error', reject)
          answer.on('end', () => resolve({ status: answer.statusCode, text }))
        })
        const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${timeout / 1000} s`)), timeout)
        sent.on('error', reject).on('close', () => clearTimeout(timer))
        sent.end(content)
      })
    } catch (error) {
      await this.#process?.throwIfEnding()
      throw new MishapError(`no mishap at ${this.control}: ${error.message || error.code}`)
    }
  }

  /** A call cannot be repeated, and so must not meet the end of its connection. */
  #dropIdle() {
    for (const socket of Object.values(this.#agent.freeSockets).flat()) {
      if (process.uptime() - socket.idleSince > IDLE) socket.destroy()
    }
  }

  async #checkVersion() {
    const found = String((await this.call('GET', ''))?.mishap ?? '?')
    if (digits(found).localeCompare(digits(version), 'en', { numeric: true }) < 0) {
      throw new MishapError(
        `the gateway at ${this.control} is mishap ${found}, which is older than this library, ${version}; ` +
          'install that version of mishap, or the library of that version',
      )
    }
  }

  // MARK: Sessions

  /** `POST sessions`. */
  async openSession(body) {
    const made = await this.call('POST', 'sessions', body)
    this.#sessions.add(made.id)
    return made
  }

  /** `DELETE sessions/{id}`: its verdict; empty if that is not kept any more. */
  async closeSession(id, query, options) {
    this.#sessions.delete(id)
    return (await this.call('DELETE', `sessions/${id}?${new URLSearchParams(query)}`, undefined, options)) ?? {}
  }

  /** How long a session lives without a call: in a gateway that is not ours, what a killed process leaves. */
  get ttl() {
    return this.#process ? '24h' : `${TTL}s`
  }

  /** Asks for each session now and then, so that a gateway that is not ours forgets only what nobody looks after. */
  #touch() {
    // The test that uses it says what is wrong.
    for (const id of this.#sessions) this.call('GET', `sessions/${id}`).catch(() => {})
  }

  /** Ends the gateway, if this object started it. */
  async close() {
    clearInterval(this.#touching)
    await this.#process?.close()
    this.#agent.destroy()
  }
}

/** A gateway that ends when its standard input closes: with this process, however that ends. */
class Process {
  #child
  #said
  #ending
  #end

  static async start(binary, scenarios, folder) {
    const started = new Process(binary, scenarios, folder)
    try {
      started.url = await started.#firstLine()
    } catch (error) {
      started.#child.kill('SIGKILL')
      await started.close()
      throw error
    }
    started.#unref()
    started.#watchRunner()
    return started
  }

  constructor(binary, scenarios, folder) {
    // It writes to a file and not a pipe, so that it never waits for us.
    const file = path.join(os.tmpdir(), `mishap-${randomUUID()}`)
    this.#said = fs.openSync(file, 'wx+', 0o600)
    fs.unlinkSync(file)
    const program = /[/\\]/.test(binary) ? path.resolve(binary) : binary
    const words = ['serve', ...scenarios, '--port', '0', '--quiet', '--until-stdin-closes']
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.includes(name)))
    // In a session of its own, so that Ctrl-C is ours: tests that end then still have their gateway.
    const child = spawn(program, words, { cwd: folder, env, detached: true, stdio: ['pipe', 'pipe', this.#said] })
    this.#child = child
    this.#ending = new Promise((resolve) => {
      const ended = (end) => {
        this.#end = { ...end, words: this.#words() }
        fs.closeSync(this.#said)
        resolve(this.#end)
      }
      child.once('exit', (code, signal) => ended({ code: code ?? signal }))
      child.once('error', (error) => ended({ error }))
    })
    child.stdin.on('error', () => {})
    this.binary = binary
    this.folder = folder
  }

  async #firstLine() {
    let text = ''
    const line = new Promise((resolve) => {
      this.#child.stdout.setEncoding('utf8').on('data', (part) => {
        text += part
        if (text.includes('\n')) resolve(text.split('\n')[0].trim())
      })
    })
    const first = await within(START, Promise.race([line, this.#ending]))
    if (typeof first === 'string') {
      const url = first.split(' ').at(-1)
      if (isAddress(url)) return url
      throw new MishapError(`${JSON.stringify(this.binary)} is no mishap: it says ${JSON.stringify(first.slice(0, 200))}`)
    }
    if (first?.error) {
      if (this.folder !== undefined && !fs.statSync(this.folder, { throwIfNoEntry: false })?.isDirectory()) {
        throw new MishapError(`there is no folder ${JSON.stringify(this.folder)}, where the gateway is to start`)
      }
      const why = first.error.code === 'ENOENT' ? '' : ` (${first.error.message})`
      throw new MishapError(
        `there is no program ${JSON.stringify(this.binary)}${why}: install mishap, name it by MISHAP_BIN, ` +
          'or name a gateway that runs by MISHAP_CONTROL_URL',
      )
    }
    const late = first ? '' : ` within ${START / 1000} s`
    throw new MishapError(`the mishap gateway has not started${late}\n${this.#words()}`.trimEnd())
  }

  /** This process does not wait for it to end. */
  #unref() {
    for (const part of [this.#child, this.#child.stdin, this.#child.stdout]) part.unref()
  }

  /** A test's process goes on when its runner is killed. Its gateway does not. */
  #watchRunner() {
    if (!process.env.NODE_TEST_CONTEXT) return
    const watch = setInterval(() => process.ppid === parent || this.#child.stdin.end(), 500).unref()
    this.#ending.then(() => clearInterval(watch))
  }

  #words() {
    if (this.#end) return this.#end.words
    const content = Buffer.alloc(fs.fstatSync(this.#said).size)
    return content.subarray(0, fs.readSync(this.#said, content, 0, content.length, 0)).toString().trim()
  }

  throwIfEnded() {
    if (this.#end) throw new GatewayDied(this.#end.code, this.#end.words)
  }

  /** A connection that it reset may come before its end. */
  async throwIfEnding() {
    await within(AFTER_CONNECTION, this.#ending)
    this.throwIfEnded()
  }

  async close() {
    if (!this.#child.stdin.destroyed) this.#child.stdin.end()
    if (!(await within(END, this.#ending))) this.#child.kill('SIGKILL')
    await this.#ending
  }
}

/** The value of a promise; undefined if it has none within so many milliseconds. */
async function within(milliseconds, promise) {
  let timer
  const end = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
  try {
    return await Promise.race([promise, end])
  } finally {
    clearTimeout(timer)
  }
}

function isAddress(text) {
  try {
    const { protocol, port } = new URL(text)
    return /^https?:$/.test(protocol) && port !== '0'
  } catch {
    return false
  }
}

/** `0.2.0` of `0.2.0-dev`. */
const digits = (text) => /^[\d.]*/.exec(text)[0]
