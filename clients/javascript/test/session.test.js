// Sessions of a real gateway.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import zlib from 'node:zlib'
import { Gateway, Mishap, MishapRequest, ScenarioError, VerdictFailed } from '../src/index.js'
import { withMishap } from '../src/node.js'
import { fixture, until } from './helpers.js'

const send = (m, path, options) => fetch(m.url + path, options)
const post = (m, path, body, headers) => send(m, path, { method: 'POST', body, headers })

/** Buys something, again and again until it is bought. */
async function pay(m, amount) {
  for (;;) {
    try {
      return await (await post(m, '/payments', JSON.stringify({ amount }), { 'Idempotency-Key': 'k1' })).json()
    } catch {
      // Once more.
    }
  }
}

describe('a session', () => {
  test('of the lost payment', withMishap(async (m) => {
    const rule = m.post('/payments')
      .fail('tcp/reset-mid-body', { after: 4, json: { id: 7 } })
      .reply(201, { json: { id: 7 } })
    rule.expect({ requests: 2, same: ['body', 'headers.Idempotency-Key'] })
    await m.ready()
    assert.deepEqual(await pay(m, 30), { id: 7 })
    assert.equal((await rule.requests())[0].json.amount, 30)
    assert.equal(await rule.hits(), 2)
  }))

  test('answers with what a rule says', withMishap(async (m) => {
    m.get('/bytes').reply(200, { body: new Uint8Array([0, 255]), headers: { 'X-A': 'b' } })
    m.get('/json').reply({ json: [1] }).reply({ json: null })
    m.any('/other').passes().reply(204)
    m.get('/cut').reply(200, { text: 'abcdefgh' }).cut(4, 'close')
    await m.ready()
    const bytes = await send(m, '/bytes')
    assert.deepEqual([...new Uint8Array(await bytes.arrayBuffer()), bytes.headers.get('X-A')], [0, 255, 'b'])
    assert.deepEqual(await (await send(m, '/json')).json(), [1])
    assert.equal(await (await send(m, '/json')).json(), null)
    await assert.rejects(async () => (await send(m, '/cut')).text())
  }))

  test('waits as long as a rule says', withMishap(async (m) => {
    m.get('/').reply({ text: 'late' }).delay(60)
    await m.ready()
    const began = performance.now()
    await send(m, '/')
    assert.ok(performance.now() - began >= 60)
  }))

  test('shows what came', withMishap({ unmatched: 'allow' }, async (m) => {
    m.post('/a').reply(201)
    await m.ready()
    await post(m, '/a?page=2&page=3', zlib.gzipSync('{"n": 1}'), { 'Content-Encoding': 'gzip', 'X-Name': 'a, b' })
    await post(m, '/b', new Uint8Array([0, 255]))
    // Their entries may end after their client has the answers.
    assert.ok(await until(async () => (await m.requests()).every(({ ended }) => ended)))
    const [first, second] = await m.requests()
    assert.ok(first instanceof MishapRequest)
    assert.deepEqual([first.method, first.path, first.query, first.rule], ['POST', '/a', { page: ['2', '3'] }, 'POST /a'])
    assert.equal(first.url.pathname + first.url.search, '/a?page=2&page=3')
    assert.equal(first.url.origin, new URL(m.url).origin)
    assert.equal(first.headers.get('x-name'), 'a, b')
    assert.deepEqual([first.json, first.text], [{ n: 1 }, '{"n": 1}'])
    assert.ok(first.ended >= first.started)
    assert.deepEqual([second.rule, second.failure, second.body], [null, null, new Uint8Array([0, 255])])
    assert.throws(() => second.text, TypeError)
    assert.deepEqual((await m.unmatched()).map(({ path }) => path), ['/b'])
    assert.equal(typeof first.connection, 'number')
  }))

  test('keeps a part of a long body', withMishap(async (m) => {
    const rule = m.post('/').reply()
    await m.ready()
    await post(m, '/', 'a'.repeat(20_000))
    const [request] = await rule.requests()
    const message =
      'the body has 20000 bytes, of which the journal has kept a part; ' +
      "ask for more, as in withMishap({ bodies: '1MiB' }, …)"
    assert.throws(() => request.body, { name: 'RangeError', message })
    assert.throws(() => request.text, RangeError)
  }))

  test('keeps more of it when asked', withMishap({ bodies: '1MiB' }, async (m) => {
    const rule = m.post('/').reply()
    await m.ready()
    await post(m, '/', 'a'.repeat(20_000))
    assert.equal((await rule.requests())[0].body.length, 20_000)
  }))

  test('shows a header with bytes beyond ASCII as Node does', withMishap(async (m) => {
    const rule = m.get('/').reply()
    await m.ready()
    await send(m, '/', { headers: { 'X-A': Buffer.from('é').toString('latin1') } })
    assert.equal((await rule.requests())[0].headers.get('X-A'), Buffer.from('é').toString('latin1'))
  }))

  test('answers from the queue', withMishap(async (m) => {
    m.enqueue(204, 503, { reply: { json: 1 } })
    await m.ready()
    for (const status of [204, 503, 200]) assert.equal((await send(m, '/')).status, status)
  }))

  const scenario = { variables: { token: 't1' }, rules: [{ match: { path: '/' }, reply: {} }] }
  test('has variables', withMishap({ scenario }, async (m) => {
    assert.deepEqual(await m.variables(), { token: 't1' })
    await m.setVariables({ token: 't2' })
    assert.deepEqual(await m.variables(), { token: 't2' })
  }))

  test('has a clock', withMishap({ clock: 'manual' }, async (m) => {
    m.get('/').reply()
    await m.ready()
    assert.equal((await send(m, '/')).headers.get('Date'), 'Tue, 01 Jan 2030 00:00:00 GMT')
    await m.clock.advance('30s')
    await m.clock.advance(5000)
    assert.equal((await send(m, '/')).headers.get('Date'), 'Tue, 01 Jan 2030 00:00:35 GMT')
  }))

  const below = { rules: [{ reply: { status: 202 } }] }
  test('is of a scenario, above which rules stand', withMishap({ scenario: below }, async (m) => {
    m.get('/a').reply(201)
    await m.ready()
    assert.deepEqual([(await send(m, '/a')).status, (await send(m, '/b')).status], [201, 202])
    await m.load({ rules: [{ fail: 503 }] })
    assert.deepEqual([(await send(m, '/a')).status, (await send(m, '/b')).status], [201, 503])
  }))

  const orders = { scenario: fixture('orders.json'), expect: { rule: 'order', requests: 1 } }
  test('is of a file', withMishap(orders, async (m) => {
    assert.equal((await post(m, '/orders', '{}')).status, 201)
  }))

  test('has a port of its own', withMishap({ port: 0 }, async (m) => {
    m.get('/').reply()
    await m.ready()
    assert.equal(m.url, `http://127.0.0.1:${m.port}`)
    assert.equal((await send(m, '/')).status, 200)
  }))

  test('is judged in the middle', withMishap(async (m) => {
    const rule = m.get('/').reply()
    await m.ready()
    const late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => send(m, '/'))
    const verdict = await m.verify({ rule: rule.name, requests: { atLeast: 1 } }, { wait: '60s' })
    assert.equal(verdict.outcome, 'passed')
    await assert.rejects(m.verify({ rule: rule.name, requests: 2 }), (error) => {
      assert.ok(error instanceof VerdictFailed && error instanceof assert.AssertionError)
      assert.match(error.message, /^failed: \{"rule":"GET \/","requests":2\}: 1 request came/)
      assert.equal(error.verdict.outcome, 'failed')
      return true
    })
    rule.expect({ requests: 1 })
    assert.equal((await m.verify()).outcome, 'passed')
    await late
  }))

  test('takes no more than a rule says', withMishap(async (m) => {
    m.any().reply(202)
    m.get('/').reply(201, { times: 2 })
    await m.ready()
    for (const status of [201, 201, 202]) assert.equal((await send(m, '/')).status, status)
  }))

  test('explains a failure', withMishap(async (m) => {
    assert.equal((await m.explain('tcp/reset-mid-body')).name, 'tcp/reset-mid-body')
    assert.equal((await m.explain(503)).name, 'http/status/503')
  }))

  test('goes on without what the gateway has refused', withMishap(async (m) => {
    m.get('/a').reply(201).expect({ requests: 1 })
    m.get('/b').fail('tcp/reste')
    await assert.rejects(m.ready(), ScenarioError)
    m.expect({ request: 2 })
    await assert.rejects(m.ready(), ScenarioError)
    await m.load({ rules: [{ fail: 503 }] })
    assert.deepEqual([(await send(m, '/a')).status, (await send(m, '/b')).status], [201, 503])
  }))

  test('tells at which line a rule is wrong', withMishap(async (m) => {
    m.get('/').fail('tcp/reste')
    const error = await m.ready().catch((error) => error)
    assert.ok(error instanceof ScenarioError)
    assert.match(error.message, /unknown failure "tcp\/reste"; did you mean "tcp\/reset"\?/)
    assert.equal(error.diagnostics[0].severity, 'error')
    assert.match(error.stack.split('\n    at ')[1], /session\.test\.js:\d+:\d+\)?$/)
  }))
})

describe('a session for several tests', () => {
  let m
  before(async () => {
    m = await Mishap.open({ label: 'orders' })
    m.get('/').reply(201).reply(202).expect({ requests: 2 })
    await m.ready()
  })
  after(async () => {
    const ends = [m.close(), m.close()]
    assert.equal(ends[0], ends[1])
    assert.match(await m.close(), /passed/)
  })

  test('answers the first', async () => assert.equal((await send(m, '/')).status, 201))
  test('answers the second', async () => assert.equal((await send(m, '/')).status, 202))
})

describe('a mistake', () => {
  const scenario = { rules: [{ reply: {} }] }
  const never = { name: 'MishapError', message: /^rules were never sent: await m\.ready\(\) before/ }

  /** A session that is closed without a verdict. */
  const spoilt = (test) => async () => {
    const m = await Mishap.open({ scenario })
    await test(m)
    await m.close({ judge: false })
  }

  const reads = {
    requests: (m) => m.requests(),
    hits: (m, rule) => rule.hits(),
    unmatched: (m) => m.unmatched(),
    verify: (m) => m.verify({ match: {}, requests: 1 }),
    ready: (m) => m.ready(),
  }
  for (const [name, read] of Object.entries(reads)) {
    test(`is a request before a rule, though ${name}() follows`, spoilt(async (m) => {
      const rule = m.get('/').fail(503)
      await send(m, '/')
      // And once more: the test may have caught it.
      for (let time = 1; time <= 2; time++) {
        await assert.rejects(read(m, rule), (error) => {
          assert.match(error.message, never.message)
          assert.match(error.stack.split('\n')[1], /session\.test\.js:\d+/)
          return true
        })
      }
    }))
  }

  test('is a request before an answer of the queue', spoilt(async (m) => {
    m.enqueue(503)
    await send(m, '/')
    await assert.rejects(m.requests(), never)
  }))

  test('that the test has caught fails it still', async () => {
    const m = await Mishap.open({ scenario })
    m.get('/').fail(503)
    await send(m, '/')
    await assert.rejects(m.requests(), never)
    await assert.rejects(m.close(), never)
  })

  test('is no rule that changes, or comes, in the middle of a test', withMishap({ scenario }, async (m) => {
    const rule = m.get('/').reply(201)
    await m.ready()
    assert.equal((await send(m, '/')).status, 201)
    rule.reply(202)
    m.get('/b').reply(203)
    m.enqueue(204)
    assert.equal((await m.requests()).length, 1)
    assert.deepEqual([(await send(m, '/')).status, (await send(m, '/b')).status], [202, 203])
  }))

  test('is no rule that comes after ready() had nothing to send', withMishap({ scenario }, async (m) => {
    await m.ready()
    assert.equal((await send(m, '/')).status, 200)
    m.get('/').reply(201)
    assert.equal((await m.requests()).length, 1)
    assert.equal((await send(m, '/')).status, 201)
  }))

  test('is a rule without answers that is asked for requests', withMishap(async (m) => {
    const rule = m.get('/a')
    const message = 'rule "GET /a" has no answers, and takes no requests: call reply(), fail() or passes() first'
    await assert.rejects(rule.hits(), { name: 'MishapError', message })
    await assert.rejects(rule.requests(), { name: 'MishapError', message })
    assert.deepEqual([await rule.reply().hits(), await rule.requests()], [0, []])
  }))

  const floating = {
    'then()': (call) => call.then(() => {}),
    'assert.rejects()': (call) => assert.rejects(call),
  }
  for (const [name, wait] of Object.entries(floating)) {
    test(`is a call for which only ${name} waits`, async () => {
      const m = await Mishap.open({ scenario })
      await m.ready()
      const call = m.verify({ match: {}, requests: { atLeast: 1 } }, { wait: '60s' })
      const end = wait(call).catch(() => {})
      const message = 'nothing has waited for verify(): write await before it'
      await assert.rejects(m.close(), { name: 'MishapError', message })
      await assert.rejects(call, { name: 'MishapError', message })
      await end
    })
  }

  test('is no call that waits when the runner gives a test up', async () => {
    const m = await Mishap.open({ scenario })
    const waits = m.verify({ match: {}, requests: { atLeast: 1 } }, { wait: '60s' }).catch(() => {})
    assert.doesNotMatch(await m.close({ judge: false }), /nothing has waited/)
    await waits
  })

  test('in a last expectation leaves no session', async () => {
    const m = await Mishap.open({ scenario })
    await send(m, '/')
    m.expect({ request: 2 })
    const error = await m.close().catch((error) => error)
    assert.ok(error instanceof ScenarioError)
    assert.match(error.message, /^expect:1:\d+: error: .*"request"[\s\S]*\n\njournal:\n +1 .*GET \/: rule/)
    assert.match(error.stack, /^ScenarioError: expect:[\s\S]*\njournal:[\s\S]*\n    at .*session\.test\.js/)
    const { sessions } = await m.gateway.call('GET', 'sessions')
    assert.ok(!sessions.some(({ id }) => id === m.id))
  })
})

describe('a request', () => {
  const request = (members) => new MishapRequest({ method: 'GET', time: '2030-01-01T00:00:00Z', target: '/a?b=1', ...members })

  test('has an https address where it came in TLS', () => {
    const headers = [['host', 'a:8443']]
    assert.equal(request({ headers, tls: { version: '1.3' } }).url.href, 'https://a:8443/a?b=1')
    assert.equal(request({ headers }).url.href, 'http://a:8443/a?b=1')
  })

  test('can have a head that Headers does not take', () => {
    const headers = [['host', 'a b'], ['x-\xe9', '1'], ['x-a', '\0'], ['x-b', '2']]
    const strange = request({ headers, headersEncoding: 'latin1', body: 'text' })
    assert.equal(strange.url.href, 'http://127.0.0.1/a?b=1')
    assert.deepEqual([...strange.headers], [['host', 'a b'], ['x-b', '2']])
    assert.equal(strange.text, 'text')
  })
})

describe('a gateway', () => {
  test('serves the scenarios that it was started with', async () => {
    const gateway = await Gateway.open({ binary: process.env.MISHAP_BIN, scenarios: [fixture('orders.json')] })
    const m = await Mishap.open({ gateway, scenario: 'orders' })
    assert.equal((await post(m, '/orders', '{}')).status, 201)
    await m.close()
    await gateway.close()
    const message = 'the mishap gateway has ended, exit code 0; it said nothing'
    await assert.rejects(Mishap.open({ gateway }), { name: 'GatewayDied', code: 0, message })
  })
})
