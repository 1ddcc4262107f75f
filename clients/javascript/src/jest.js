// For Jest, with --experimental-vm-modules.
//
//     test('transient', withMishap({ scenario: 'graph/transient', seed: 7 }, async (m) => { … }))

import { afterAll, expect } from '@jest/globals'
import { append, VerdictFailed } from './errors.js'
import { Gateway } from './gateway.js'
import { makeWithMishap } from './with-mishap.js'

const ends = new Set()

/** Gives a test a session, and judges its client when the test has ended. A request that nothing takes fails it. */
export const withMishap = makeWithMishap({
  label: () => expect.getState().currentTestName,
  show: (_, text, error) => append(error, text),
  atEnd(_, end) {
    ends.add(end)
    return () => ends.delete(end)
  },
  thrown: plain,
})

/** Jest shows an AssertionError as a comparison of two values, which a verdict has not. */
function plain(error) {
  if (!(error instanceof VerdictFailed)) return error
  const { name, stack, verdict } = error
  return Object.assign(new Error(error.message), { name, stack, verdict })
}

// Each file of tests has this module, and so a gateway, of its own. Sessions that are open now are of tests with a timeout.
afterAll(async () => {
  for (const end of ends) await end()
  await Gateway.closeShared()
})
