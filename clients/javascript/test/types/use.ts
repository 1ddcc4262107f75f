// What TypeScript says about uses of this package: compiled by types.test.js, not run.

import test from 'node:test'
import { Gateway, GatewayDied, Mishap, MishapError, MishapRequest, Rule, ScenarioError, VerdictFailed } from 'mishap'
import type { Expectation, FailureName, Scenario } from 'mishap'
import { withMishap as withMishapOfJest } from 'mishap/jest'
import { withMishap } from 'mishap/node'
import { test as vitest, withMishap as withMishapOfVitest } from 'mishap/vitest'

test('lost payment', withMishap(async (m, t) => {
  const pay = m.post('/payments').fail('tcp/reset-mid-body', { after: 4, json: { id: 7 } }).reply(201, { json: { id: 7 } })
  pay.expect({ requests: 2, same: ['body', 'headers.Idempotency-Key'] })
  await m.ready()
  const [request]: MishapRequest[] = await pay.requests()
  const amount: number = request!.json.amount
  const length: number = request!.body.length + request!.url.pathname.length
  const ended: number | undefined = request!.ended?.getTime()
  t.diagnostic(`${amount} ${length} ${ended} ${request!.headers.get('Idempotency-Key')} ${await pay.hits()}`)
}))

test('options', withMishap({ scenario: 'graph/transient', seed: 7, settle: '300ms', unmatched: 'allow', port: 0 }, async (m) => {
  const rule: Rule = m.get('/a', { query: { page: '2' }, atEnd: 'loop', headers: { Accept: { contains: 'json' } } })
    .reply({ text: 'a', times: 2, delay: 20 })
    .reply(200, { body: new Uint8Array([1]), headers: { 'X-A': ['1', '2'] } })
    .delay({ uniform: ['10ms', '50ms'] })
    .cut('50%', 'reset')
    .fail(503)
    .fail('salesforce/UNABLE_TO_LOCK_ROW', { times: 2, with: { delay: 3 } })
    .passes()
  m.any().reply()
  m.enqueue(200, 'tcp/reset', { reply: { json: [] } })
  m.expect({ order: [rule.name, 'b'] })
  await m.load({ rules: [{ match: { path: '/b' }, reply: { status: 204 } }] })
  await m.setVariables({ token: 't2' })
  await m.clock.advance('30s')
  const verdict = await m.verify({ rule: rule.name, requests: { atLeast: 1 } }, { wait: '10s' })
  const outcome: 'passed' | 'failed' | 'undecided' | 'none' = verdict.outcome
  await m.verify([], { settle: 300 })
  return outcome
}))

test('a scenario by its name', withMishap('tcp/reset', (m) => m.ready()))

vitest('fixture', async ({ mishap }) => {
  mishap.get('/').reply()
  await mishap.ready()
})
vitest('function', withMishapOfVitest({ seed: 1 }, async (m, { task }) => console.log(task.name, m.port)))
const row: (left: number, right: string) => Promise<void> = withMishapOfJest({ seed: 1 }, async (m, left: number, right: string) => {
  m.get(`/${left + right.length}`).reply({ body: new DataView(new ArrayBuffer(1)) })
  const [request] = await m.requests()
  const pairs: Array<[string, string]> = request!.entry.headers
  const status: number | null | undefined = request!.entry.sent?.status
  console.log(pairs, status)
})
const run: () => Promise<void> = withMishapOfJest(async (m) => m.unmatched())

const scenario: Scenario = { rules: [{ fail: 'http/status/503' }] }
const expectation: Expectation = { gaveUp: { atMost: '3s' } }
const name: FailureName = 'tcp/reset'

async function errors(): Promise<void> {
  const gateway = await Gateway.open({ binary: 'mishap', scenarios: ['scenarios'] })
  try {
    const m: Mishap = await Mishap.open({ gateway, scenario, expect: [expectation] })
    await m.close()
  } catch (error) {
    if (error instanceof ScenarioError) console.log(error.diagnostics[0]?.line)
    else if (error instanceof VerdictFailed) console.log(error.verdict.outcome, error.code)
    else if (error instanceof GatewayDied) console.log(error.code, error.stderr)
    else if (error instanceof MishapError) console.log(error.message)
  }
}

// What is wrong is seen.
// @ts-expect-error: there is no such option
withMishap({ setle: '1s' }, async () => {})
// @ts-expect-error: an expectation has no such member
withMishap(async (m) => m.expect({ request: 2 }))
// @ts-expect-error: an end is "close", "reset" and so on
withMishap(async (m) => m.get('/').reply().cut(4, 'restart'))
// @ts-expect-error: a reply has no such member
withMishap(async (m) => m.get('/').reply(200, { jsn: 1 }))
// @ts-expect-error: rules are made by a session
new Rule()

export { errors, name, row, run }
