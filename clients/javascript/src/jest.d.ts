import type { Mishap, MishapOptions } from './index.js'

/** A test with a session, whose client is judged when the test has ended. A request that nothing takes fails it. */
export function withMishap<Row extends unknown[]>(test: Test<Row>): (...row: Row) => Promise<void>
export function withMishap<Row extends unknown[]>(
  options: string | MishapOptions,
  test: Test<Row>,
): (...row: Row) => Promise<void>

/** Behind the session it gets what Jest gives it: of `test.each`, a row. */
type Test<Row extends unknown[]> = (m: Mishap, ...row: Row) => unknown

export {}
