import type { Mishap, MishapOptions } from './index.js'

/** A test with a session, whose client is judged when the test has ended. A request that nothing takes fails it. */
export function withMishap(test: Test): () => Promise<void>
export function withMishap(options: string | MishapOptions, test: Test): () => Promise<void>

type Test = (m: Mishap) => unknown

export {}
