// For node:test.
//
//     test('lost payment', withMishap(async (m) => {
//       const pay = m.post('/payments').fail('tcp/reset-mid-body', { after: 4 }).reply(201, { json: { id: 7 } })
//       pay.expect({ requests: 2 })
//       await m.ready()
//       assert.deepEqual(await new Shop(m.url).pay(30), { id: 7 })
//     }))

import { makeWithMishap } from './with-mishap.js'

/** Gives a test a session, and judges its client when the test has ended. A request that nothing takes fails it. */
export const withMishap = makeWithMishap({
  label: (t) => t?.fullName ?? t?.name,
  show(t, text) {
    for (const line of text.split('\n')) t?.diagnostic(line)
  },
  // After a timeout the test's function goes on.
  atEnd: (t, end) => t?.after?.(end),
})
