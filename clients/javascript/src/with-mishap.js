import { here, MishapError } from './errors.js'
import { Mishap } from './mishap.js'

/**
 * Makes the `withMishap` of a test runner.
 *
 * `label` gives the name of the test that runs, `show` shows a journal beside the error of a test, and `atEnd` has the
 * runner call something when it gives a test up. `thrown` is the error that the runner gets in place of one.
 */
export function makeWithMishap({ label, show, atEnd = () => {}, thrown = (error) => error }) {
  return function withMishap(options, test) {
    if (typeof options === 'function') [options, test] = [{}, options]
    const place = here(withMishap)
    const given = typeof options === 'string' ? { scenario: options } : options
    // Without parameters: runners look at their number.
    return async function () {
      const context = arguments[0]
      const m = await Mishap.open({ label: label(context), ...given }, place)
      atEnd(context, () => giveUp(m, (text) => show(context, text)))
      await run(m, context)
    }

    /** The client is judged within the test, so that a runner that expects a failure finds one. */
    async function run(m, context) {
      try {
        await test(m, context)
      } catch (error) {
        // A MishapError says what is wrong, and that is not the client.
        const isOurs = error instanceof MishapError
        await giveUp(m, (text) => isOurs || show(context, text, error))
        throw thrown(error)
      }
      try {
        await m.close({}, place)
      } catch (error) {
        throw thrown(error)
      }
    }
  }
}

/** Ends a session without a verdict: the test has failed by itself. */
export async function giveUp(m, show) {
  const text = await m.close({ judge: false }).catch((error) => error.message)
  if (text) show(`mishap: ${m.id}: ${text}`)
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
