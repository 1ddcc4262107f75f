import { here, MishapError } from './errors.js'
import { Mishap } from './mishap.js'

/**
 * Makes the `withMishap` of a test runner.
 *
 * `label` gives the name of the test that runs, `show` shows a journal beside the error of a test, and `atEnd` has the
 * runner call something when it gives a test up, and may return what is called once the test has ended. `thrown` is the
 * error that the runner gets in place of one.
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
      let isOver = false
      /** The test ends, or the runner gives it up; then its function goes on. */
      const once = (end) => {
        if (isOver) return undefined
        isOver = true
        return end()
      }
      const forget = atEnd(context, () => once(() => giveUp(m, (text) => show(context, text))))
      try {
        await test(m, ...arguments)
        // The client is judged within the test, so that a runner that expects a failure finds one.
        await once(() => m.close({}, place))
      } catch (error) {
        // A MishapError says what is wrong, and that is not the client.
        const isOurs = error instanceof MishapError
        await once(() => giveUp(m, (text) => isOurs || show(context, text, error)))
        throw thrown(error)
      } finally {
        forget?.()
      }
    }
  }
}

/** Ends a session without a verdict: the test has failed by itself. */
export async function giveUp(m, show) {
  const text = await m.close({ judge: false }).catch((error) => error.message)
  if (text) show(`mishap: ${m.id}: ${text}`)
}
