import type { TestContext } from 'node:test'
import type { Mishap, MishapOptions } from './index.js'

/** A test with a session, whose client is judged when the test has ended. A request that nothing takes fails it. */
export function withMishap(test: Test): (t: TestContext) => Promise<void>
export function withMishap(options: string | MishapOptions, test: Test): (t: TestContext) => Promise<void>

type Test = (m: Mishap, t: TestContext) => unknown

export {}
