// What the calls of a test become: JSON for the control API. Against a server that only keeps it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Gateway, Mishap, MishapError, ScenarioError, version } from '../src/index.js'
import { fakeGateway } from './fake-gateway.js'

/** The calls that a session makes, without those that open it, and without the one that asks whether requests came. */
async function callsOf(t, use, options = {}) {
  const { calls, url } = await fakeGateway(t)
  const m = await Mishap.open({ gateway: await Gateway.open({ url }), ...options })
  calls.length = 0
  await use(m)
  await m.ready()
  const told = calls.filter(({ method, path }) => `${method} ${path}` !== 'GET sessions/~1')
  return told.map(({ method, path, body }) => [method, decodeURIComponent(path.replace('sessions/~1/', '')), body])
}

async function stepsOf(t, use) {
  const [[, , { steps }]] = await callsOf(t, (m) => void use(m.get('/')))
  return steps
}

describe('a rule', () => {
  test('has a match, and its answers as steps', async (t) => {
    const calls = await callsOf(t, (m) => void m.post('/pay', { query: { a: '1' } }).reply(201, { json: { id: 7 } }))
    const rule = {
      match: { method: 'POST', path: '/pay', query: { a: '1' } },
      steps: [{ reply: { status: 201, json: { id: 7 } } }],
    }
    assert.deepEqual(calls, [['PUT', 'rules/POST /pay', rule]])
  })

  test('is sent once, whole, where it was made', async (t) => {
    const calls = await callsOf(t, (m) => {
      const first = m.get('/a').reply()
      m.get('/b').reply()
      first.fail(503)
    })
    assert.deepEqual(calls.map(([, path, { steps }]) => [path, steps.length]), [['rules/GET /a', 2], ['rules/GET /b', 1]])
  })

  test('has a name of its own', async (t) => {
    const calls = await callsOf(t, (m) => {
      for (const match of [{}, {}, { name: 'mine' }]) m.get('/a', match).reply()
      m.any().reply()
      m.any({ startsWith: '/b' }).reply()
    })
    const names = ['GET /a', 'GET /a 2', 'mine', 'any', 'any {"startsWith":"/b"}']
    assert.deepEqual(calls.map(([, path]) => path), names.map((name) => `rules/${name}`))
  })

  test('has a name of at most 200 bytes', async (t) => {
    const long = 'é'.repeat(100)
    const calls = await callsOf(t, (m) => {
      m.get('/a', { name: long }).reply()
      for (let number = 1; number <= 2; number++) m.get(`/${long}`).reply()
      const message = "a rule's name has at most 200 bytes, and this one 202"
      assert.throws(() => m.get('/a', { name: `${long}é` }), { name: 'MishapError', message })
    })
    const madeUp = `GET /${'é'.repeat(87)}`
    assert.deepEqual(calls.map(([, path]) => path), [long, madeUp, `${madeUp} 2`].map((name) => `rules/${name}`))
  })

  test('has no name that another one has', async (t) => {
    await callsOf(t, (m) => {
      m.get('/a', { name: 'mine' }).reply()
      m.get('/b')
      for (const name of ['mine', 'GET /b']) {
        const message = `there is a rule "${name}" already`
        assert.throws(() => m.get('/c', { name }), (error) => {
          assert.equal(`${error}`, `MishapError: ${message}`)
          assert.match(error.stack.split('\n')[1], /chain\.test\.js:\d+/)
          return true
        })
      }
    })
  })

  test('is as its values were', async (t) => {
    const [query, json, step, expectation] = [{ a: '1' }, { id: 7 }, { reply: { status: 201 } }, { requests: 1 }]
    const calls = await callsOf(t, (m) => {
      const rule = m.get('/', { query }).reply({ json })
      m.enqueue(step)
      m.expect(expectation)
      query.a = json.id = step.reply.status = expectation.requests = 9
      rule.reply(204)
    })
    const [[, , { match, steps }], [, , [queued]], [, , expected]] = calls
    assert.deepEqual([match.query.a, steps[0].reply.json.id, queued.reply.status, expected.requests], ['1', 7, 201, 1])
  })

  test('that is no JSON fails at its line', async (t) => {
    await callsOf(t, (m) => {
      const calls = [
        () => m.get('/', { query: { a: 1n } }),
        () => m.get('/').reply({ json: 1n }),
        () => m.enqueue({ reply: { json: 1n } }),
        () => m.expect({ requests: 1n }),
      ]
      for (const call of calls) assert.throws(call, { name: 'TypeError', message: /BigInt/ })
    })
  })

  test('takes what is not of the match', async (t) => {
    const more = { atEnd: 'loop', countBy: '{{request.path.id}}' }
    const calls = await callsOf(t, (m) => void m.any('/a', { ...more, host: 'x' }).passes())
    const rule = { ...more, match: { path: '/a', host: 'x' }, steps: [{ pass: true }] }
    assert.deepEqual(calls[0][2], rule)
  })

  test('leaves requests to the rules below once a last answer was given so many times', async (t) => {
    const ends = []
    for (const more of [(rule) => rule, (rule) => rule.reply()]) {
      const [[, , { atEnd }]] = await callsOf(t, (m) => void more(m.get('/').reply({ times: 2 })))
      ends.push(atEnd)
    }
    assert.deepEqual(ends, ['pass', undefined])
  })

  for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
    test(`for ${method}`, async (t) => {
      const [[, , { match }]] = await callsOf(t, (m) => void m[method]('/').reply())
      assert.deepEqual(match, { method: method.toUpperCase(), path: '/' })
    })
  }
})

describe('an answer', () => {
  const cases = {
    'is 200 where nothing is said': [(rule) => rule.reply(), { reply: { status: 200 } }],
    'can be without a status': [(rule) => rule.reply({ text: 'a' }), { reply: { status: 200, text: 'a' } }],
    'can be null in JSON': [(rule) => rule.reply(200, { json: null }), { reply: { status: 200, json: null } }],
    'can be bytes': [
      (rule) => rule.reply(200, { body: new Uint8Array([0, 255]) }),
      { reply: { status: 200, base64: 'AP8=' } },
    ],
    'can be bytes of another kind': [
      (rule) => rule.reply(200, { body: new DataView(new Uint8Array([1, 0, 255]).buffer, 1) }),
      { reply: { status: 200, base64: 'AP8=' } },
    ],
    'has further fields': [
      (rule) => rule.reply(200, { html: 'a', framing: 'close' }),
      { reply: { status: 200, html: 'a', framing: 'close' } },
    ],
    'has times and delay': [
      (rule) => rule.reply(204, { times: 2, delay: 50 }),
      { reply: { status: 204 }, times: 2, delay: '50ms' },
    ],
    'fails by a status': [(rule) => rule.fail(503, { headers: { a: '1' } }), { fail: 503, with: { headers: { a: '1' } } }],
    'fails with parameters': [
      (rule) => rule.fail('tcp/reset-mid-body', { after: 4 }),
      { fail: 'tcp/reset-mid-body', with: { after: 4 } },
    ],
    'fails with a reply of its own': [
      (rule) => rule.fail('tcp/reset-mid-body', { after: 4, json: { id: 7 }, status: 201 }),
      { fail: 'tcp/reset-mid-body', with: { after: 4 }, reply: { json: { id: 7 }, status: 201 } },
    ],
    'fails with a body of its own': [
      (rule) => rule.fail('tcp/reset-mid-body', { body: new Uint8Array([0, 255]) }),
      { fail: 'tcp/reset-mid-body', reply: { base64: 'AP8=' } },
    ],
    'fails by a cause that spoils a reply': [
      (rule) => rule.fail('jsonrpc/NSURLErrorDomain', { by: 'tcp/close-mid-body', text: 'a' }),
      { fail: 'jsonrpc/NSURLErrorDomain', with: { by: 'tcp/close-mid-body' }, reply: { text: 'a' } },
    ],
    'fails with parameters named as options': [
      (rule) => rule.fail('a/b', { times: 2, with: { times: 3, delay: '1s' } }),
      { fail: 'a/b', with: { times: 3, delay: '1s' }, times: 2 },
    ],
    'waits': [
      (rule) => rule.reply().delay({ uniform: ['1ms', '2ms'] }),
      { reply: { status: 200 }, delay: { uniform: ['1ms', '2ms'] } },
    ],
    'breaks off': [
      (rule) => rule.reply().cut('50%', 'stall', { for: '1s' }),
      { reply: { status: 200 }, cut: { after: '50%', end: 'stall', for: '1s' } },
    ],
  }
  for (const [name, [make, step]] of Object.entries(cases)) {
    test(name, async (t) => assert.deepEqual(await stepsOf(t, make), [step]))
  }

  test('must be there to wait or break off', async (t) => {
    await callsOf(t, (m) => {
      const message = /^TypeError: delay\(\) is about the answer before it: call reply\(\), fail\(\) or passes\(\) first$/
      assert.throws(() => m.get('/').delay('1s'), message)
      assert.throws(() => m.get('/').cut(4, 'reset'), TypeError)
    })
  })
})

describe('expectations and answers for the queue', () => {
  test('follow the rules, in their order', async (t) => {
    const calls = await callsOf(t, (m) => {
      m.expect({ order: ['a', 'b'] })
      m.enqueue(204, 503, 'tcp/reset', { reply: {} })
      m.get('/a').reply().expect({ requests: 2 })
      m.get('/b').expect({ requests: 0 })
    })
    assert.deepEqual(calls.slice(1), [
      ['POST', 'expect', { order: ['a', 'b'] }],
      ['POST', 'enqueue', [{ reply: { status: 204 } }, { fail: 503 }, { fail: 'tcp/reset' }, { reply: {} }]],
      ['POST', 'expect', { rule: 'GET /a', requests: 2 }],
      ['POST', 'expect', { match: { method: 'GET', path: '/b' }, requests: 0 }],
    ])
    assert.equal(calls[0][1], 'rules/GET /a')
  })

  test('are sent by any call that is awaited', async (t) => {
    const calls = await callsOf(t, async (m) => {
      m.get('/a').reply()
      await m.setVariables({ a: 1 })
    })
    assert.deepEqual(calls.map(([method, path]) => `${method} ${path}`), ['PUT rules/GET /a', 'PATCH variables'])
  })

  test('are sent again after another scenario', async (t) => {
    const calls = await callsOf(t, async (m) => {
      m.get('/a').reply().expect({ requests: 1 })
      await m.load('other')
    })
    const paths = ['PUT rules/GET /a', 'POST expect', 'PUT scenario', 'PUT rules/GET /a', 'POST expect']
    assert.deepEqual(calls.map(([method, path]) => `${method} ${path}`), paths)
    assert.deepEqual(calls[2][2], { scenario: 'other' })
  })

  test('of the session are there after another scenario too', async (t) => {
    const expect = { match: {}, requests: 0 }
    const calls = await callsOf(t, (m) => m.load('other'), { expect })
    assert.deepEqual(calls, [['PUT', 'scenario', { scenario: 'other' }], ['POST', 'expect', expect]])
  })

  test('that come last are sent before the verdict', async (t) => {
    const { calls, url } = await fakeGateway(t)
    const m = await Mishap.open({ gateway: await Gateway.open({ url }) })
    m.expect({ match: {}, requests: 0 })
    await m.close()
    const paths = ['POST sessions/~1/expect', 'DELETE sessions/~1?journal=1']
    assert.deepEqual(calls.slice(2).map(({ method, path }) => `${method} ${path}`), paths)
  })
})

describe('a session', () => {
  test('begins with its options', async (t) => {
    const { calls, url } = await fakeGateway(t)
    const gateway = await Gateway.open({ url, token: 'secret' })
    const members = { scenario: 'a', seed: 7, bodies: '1MiB', port: 0 }
    const m = await Mishap.open({ gateway, ...members, label: 'é'.repeat(600), settle: 300, unmatched: 'allow' })
    await m.close()
    assert.deepEqual(calls[1].body, { ...members, label: 'é'.repeat(512), ttl: '300s' })
    assert.equal(calls[1].headers.authorization, 'Bearer secret')
    assert.equal(calls[2].path, 'sessions/~1?journal=1&settle=300ms')
  })

  test('has no scenario but an empty one where none is named', async (t) => {
    const { calls, url } = await fakeGateway(t)
    await Mishap.open({ gateway: await Gateway.open({ url }) })
    assert.deepEqual(calls[1].body, { scenario: { rules: [] }, ttl: '300s' })
  })

  test('that has expired was not judged', async (t) => {
    const { url } = await fakeGateway(t, { answer: ({ method }) => (method === 'DELETE' ? { text: '' } : undefined) })
    const m = await Mishap.open({ gateway: await Gateway.open({ url }) })
    await assert.rejects(m.close(), /^MishapError: the session ~1 has expired, and its client was not judged$/)
  })

  test('does not take unknown options', async (t) => {
    const { url } = await fakeGateway(t)
    const gateway = await Gateway.open({ url })
    const unknown = /there is no option "setle": the options are scenario, label/
    await assert.rejects(Mishap.open({ gateway, setle: '1s' }), unknown)
    for (const [settle, shown] of [['2m', '"2m"'], [NaN, 'NaN'], [1.5, '1.5']]) {
      const message = `settle is a time such as "300ms", at most "60s", and not ${shown}`
      await assert.rejects(Mishap.open({ gateway, settle }), { name: 'MishapError', message })
    }
    const label = { name: 'MishapError', message: 'label is a text, and not 7' }
    await assert.rejects(Mishap.open({ gateway, label: 7 }), label)
    const message = 'a session begins with options, or the name of a scenario, and not with null'
    await assert.rejects(Mishap.open(null), { name: 'MishapError', message })
    await assert.rejects(Mishap.open({ gateway, unmatched: 'pass' }), /unmatched is "fail" or "allow", not "pass"/)
  })

  // Those of Node 18 are called otherwise.
  const skip = process.version.startsWith('v18.')
  test('does not go by the timers of a test', { skip }, async (t) => {
    let answers
    const late = new Promise((resolve) => (answers = resolve))
    const answer = ({ path }) => (path.endsWith('/journal?limit=10000') ? late : undefined)
    const { calls, url } = await fakeGateway(t, { answer })
    const m = await Mishap.open({ gateway: await Gateway.open({ url }) })
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    const requests = m.requests()
    while (calls.length < 3) await new Promise((resolve) => setImmediate(resolve))
    t.mock.timers.tick(1_000_000)
    answers({ json: { entries: [] } })
    assert.deepEqual(await requests, [])
    await m.close()
  })

  test('is asked for now and then while it is open', async (t) => {
    const ticks = []
    const { setInterval } = globalThis
    globalThis.setInterval = (tick, milliseconds) => ({ unref: () => ticks.push([tick, milliseconds]) })
    // A module of its own, which takes these timers.
    const own = await import('../src/gateway.js?timers').finally(() => (globalThis.setInterval = setInterval))
    const { calls, url } = await fakeGateway(t)
    const gateway = await own.Gateway.open({ url })
    const m = await Mishap.open({ gateway })
    const [[tick, milliseconds]] = ticks
    assert.equal(milliseconds, 60_000)
    calls.length = 0
    tick()
    while (!calls.length) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(calls.map(({ method, path }) => `${method} ${path}`), ['GET sessions/~1'])
    await m.close()
    tick()
    assert.equal(calls.length, 2)
  })
})

describe('a gateway', () => {
  test('that is older is refused', async (t) => {
    const { url } = await fakeGateway(t, { mishap: '0.0.9' })
    const error = await Gateway.open({ url }).catch((error) => error)
    assert.ok(error instanceof MishapError)
    assert.equal(
      error.message,
      `the gateway at ${url} is mishap 0.0.9, which is older than this library, ${version}; ` +
        'install that version of mishap, or the library of that version',
    )
  })

  test('may be newer', async (t) => {
    const { url } = await fakeGateway(t, { mishap: '0.10.0' })
    await Gateway.open({ url })
  })

  test('is no other server', async (t) => {
    const { url } = await fakeGateway(t, { answer: () => ({ status: 404, text: '<html>' }) })
    const message = `what answers at ${url} is no mishap: "<html>"`
    await assert.rejects(Gateway.open({ url }), { name: 'MishapError', message })
  })

  test('has to be there', async (t) => {
    const nobody = /no mishap at http:\/\/127.0.0.1:1\/__mishap: connect ECONNREFUSED/
    await assert.rejects(Gateway.open({ url: 'http://127.0.0.1:1' }), nobody)
    const noAddress = /"localhost" is no address of a gateway, such as http:\/\/127.0.0.1:8080/
    await assert.rejects(Gateway.open({ url: 'localhost' }), noAddress)
  })

  test('has so long to answer', async (t) => {
    const never = ({ path }) => (path === 'health' ? new Promise(() => {}) : undefined)
    const { url } = await fakeGateway(t, { answer: never })
    const call = (await Gateway.open({ url })).call('GET', 'health', undefined, { timeout: 50 })
    await assert.rejects(call, /no mishap at .*: no answer within 0.05 s/)
  })

  test('is called on a connection until that was idle for long', async (t) => {
    let seconds = 0
    t.mock.method(process, 'uptime', () => seconds)
    const { server, url } = await fakeGateway(t)
    let connections = 0
    server.on('connection', () => connections++)
    const gateway = await Gateway.open({ url })
    const counts = []
    for (const pause of [9, 9, 11, 9]) {
      seconds += pause
      await gateway.call('POST', 'check', {})
      counts.push(connections)
    }
    assert.deepEqual(counts, [1, 1, 2, 2])
    await gateway.close()
  })

  test('tells what is wrong', async (t) => {
    const json = { detail: 'short', text: 'scenario:1:2: error: long\n', diagnostics: [{ line: 1 }] }
    const answer = ({ path }) => (path === 'check' ? { status: 422, json } : undefined)
    const { url } = await fakeGateway(t, { answer })
    const error = await (await Gateway.open({ url })).call('POST', 'check', {}).catch((error) => error)
    assert.ok(error instanceof ScenarioError)
    assert.equal(error.message, 'scenario:1:2: error: long')
    assert.deepEqual(error.diagnostics, [{ line: 1 }])
  })
})
