import { AssertionError } from 'node:assert'
import { fileURLToPath } from 'node:url'

/** The gateway cannot be used, or does not take what was asked for. */
export class MishapError extends Error {
  get name() {
    return 'MishapError'
  }
}

/**
 * A scenario, a rule or an expectation has errors, or there is no scenario of that name.
 *
 * The message shows each error at its place, as `mishap check` does. `diagnostics` has them as data: `line`, `column`,
 * `pointer`, `severity`, `message`.
 */
export class ScenarioError extends MishapError {
  constructor(message, diagnostics = []) {
    super(message)
    hide(this, 'diagnostics', diagnostics)
  }

  get name() {
    return 'ScenarioError'
  }
}

/** The client did something else than was expected of it. `verdict` is what the gateway said. */
export class VerdictFailed extends AssertionError {
  constructor(message, verdict) {
    super({ message, operator: 'mishap' })
    hide(this, 'name', 'VerdictFailed')
    hide(this, 'verdict', verdict)
    // It is about the client: there is no value here that another should be equal to.
    for (const member of ['generatedMessage', 'actual', 'expected', 'operator', 'diff']) delete this[member]
  }
}

/** The gateway that this library started has ended. `code` is its exit code, or the name of the signal that ended it. */
export class GatewayDied extends MishapError {
  constructor(code, stderr) {
    const words = stderr.split('\n').map((line) => line.trim()).filter(Boolean).join(' / ')
    const last = words ? `its last words: ${words.slice(-500)}` : 'it said nothing'
    super(`the mishap gateway has ended, ${typeof code === 'string' ? 'by' : 'exit code'} ${code}; ${last}`)
    hide(this, 'code', code)
    hide(this, 'stderr', stderr)
  }

  get name() {
    return 'GatewayDied'
  }
}

/** Not enumerable, since test runners print all that is, and the message has said it. */
function hide(error, name, value) {
  Object.defineProperty(error, name, { value, enumerable: false, writable: true, configurable: true })
}

/** Adds a journal to an error in a way that each runner prints. */
export function append(error, text) {
  if (typeof error?.stack !== 'string' || typeof error.message !== 'string') return console.error(text)
  const message = `${error.message}\n\n${text}`
  try {
    error.stack = error.stack.replace(error.message, () => message)
    error.message = message
  } catch {
    // It is frozen.
    console.error(text)
  }
}

/** Where a test has called `callee`: for an error that is found later. */
export function here(callee) {
  const place = {}
  Error.captureStackTrace(place, callee)
  return place
}

const placed = new WeakSet()
const library = [new URL('.', import.meta.url).href, fileURLToPath(new URL('.', import.meta.url))]

/** Lets an error of the library point at the test's line. The first place that is given stays. */
export function at(place, error) {
  if ((error instanceof MishapError || error instanceof VerdictFailed) && !placed.has(error)) {
    placed.add(error)
    const frames = place.stack.split('\n').slice(1).filter((frame) => !library.some((folder) => frame.includes(folder)))
    error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  }
  return error
}
