// As much of the types of Node and of Vitest as this package and its test of types use: theirs are not always to be had.

declare module 'node:assert' {
  export class AssertionError extends Error {
    constructor(options?: { message?: string })
    code: 'ERR_ASSERTION'
  }
}

declare module 'node:test' {
  export interface TestContext {
    readonly name: string
    diagnostic(message: string): void
  }
  export default function test(name: string, run: (t: TestContext) => unknown): Promise<void>
}

declare module 'vitest' {
  export interface TestContext {
    readonly task: { name: string }
  }
  export interface TestAPI<Extra = {}> {
    (name: string, run: (context: TestContext & Extra) => unknown): void
    extend<More extends object>(fixtures: Partial<{ [Name in keyof More]: unknown }>): TestAPI<Extra & More>
  }
  export const test: TestAPI
}
