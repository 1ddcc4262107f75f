// For Vitest.
//
//     import { test } from 'mishap/vitest'
//     test('transient', async ({ mishap }) => { … })

import { test as base } from 'vitest'
import { append } from './errors.js'
import { Mishap } from './mishap.js'
import { giveUp, makeWithMishap } from './with-mishap.js'

/** Gives a test a session, and judges its client when the test has ended. A request that nothing takes fails it. */
export const withMishap = makeWithMishap({
  label: (context) => context?.task?.name,
  show: (_, text, error) => append(error, text),
  atEnd: (context, end) => context?.onTestFinished?.(end),
})

/** `test` with the fixture `mishap`. `test.extend({ mishapOptions: { … } })` is one whose sessions begin with that. */
export const test = base.extend({
  mishapOptions: {},
  mishap: async ({ mishapOptions, task }, use) => {
    const m = await Mishap.open({ label: task.name, ...mishapOptions })
    await use(m)
    if (task.result?.state === 'fail') await giveUp(m, (text) => console.error(text))
    else await m.close()
  },
})
