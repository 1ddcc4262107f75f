import type { TestAPI, TestContext } from 'vitest'
import type { Mishap, MishapOptions } from './index.js'

/** A test with a session, whose client is judged when the test has ended. A request that nothing takes fails it. */
export function withMishap(test: Test): (context: TestContext) => Promise<void>
export function withMishap(options: string | MishapOptions, test: Test): (context: TestContext) => Promise<void>

/** `test` with the fixture `mishap`. `test.extend({ mishapOptions: { … } })` is one whose sessions begin with that. */
export const test: TestAPI<{ mishap: Mishap; mishapOptions: MishapOptions }>

type Test = (m: Mishap, context: TestContext) => unknown

export {}
