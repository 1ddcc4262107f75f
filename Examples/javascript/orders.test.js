// Twenty failures that the client survives.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withMishap } from 'mishap/node'
import { bugs, Orders, Refused, Unavailable } from './orders.js'

/** The client; with BUG it is one of those that have one. */
const Client = bugs[process.env.BUG] ?? Orders
const file = { size: '64KB', headers: { ETag: '"v1"' }, ranges: true }

/** A test with a token and a client. */
const client = (use) =>
  withMishap(async (m) => {
    const token = m.post('/token').reply(200, { json: { token: 't1' } })
    await m.ready()
    await use(m, new Client(m.url), token)
  })

/** The first order fails so; the client is to order once more, as if it were the same. */
async function orderIsRepeated(m, failure, given) {
  const rule = m.post('/orders').fail(failure, given).reply(201, { json: { id: 7 } })
  rule.expect({ requests: 2, same: ['body', 'headers.Idempotency-Key'] })
  await m.ready()
  return rule
}

// It repeats

for (const status of [500, 502, 503]) {
  test(`an order is repeated after a failure of the gateway: ${status}`, client(async (m, orders) => {
    await orderIsRepeated(m, status)
    assert.deepEqual(await orders.order('tea'), { id: 7 })
  }))
}

test('an order waits for as long as it is told', client(async (m, orders) => {
  const rule = await orderIsRepeated(m, 429, { headers: { 'Retry-After': '1' } })
  rule.expect({ honours: 'Retry-After' })
  assert.deepEqual(await orders.order('tea'), { id: 7 })
}))

const lost = ['tcp/reset', 'tcp/close', 'tcp/close-mid-headers', 'http/malformed-status-line', 'http/html', 'http/empty-body']
for (const failure of lost) {
  test(`an order whose answer is lost is repeated: ${failure}`, client(async (m, orders) => {
    await orderIsRepeated(m, failure)
    assert.deepEqual(await orders.order('tea'), { id: 7 })
  }))
}

for (const failure of ['tcp/reset-mid-body', 'http/length-too-long', 'http/truncated-json', 'http/bad-gzip']) {
  test(`an order whose answer is spoiled is repeated: ${failure}`, client(async (m, orders) => {
    await orderIsRepeated(m, failure, { status: 201, json: { id: 7, item: 'tea' } })
    assert.deepEqual(await orders.order('tea'), { id: 7 })
  }))
}

test('an order is given up in time and repeated', client(async (m, orders) => {
  m.post('/orders').reply(201, { json: { id: 7 } })
  const slow = m.post('/orders', { name: 'slow' }).fail('http/timeout', { times: 1 })
  slow.expect({ gaveUp: { atMost: '6s' } })
  m.expect({ match: { path: '/orders' }, requests: 2, same: ['body', 'headers.Idempotency-Key'] })
  await m.ready()
  assert.deepEqual(await orders.order('tea'), { id: 7 })
}))

test('an order is given up after four attempts', client(async (m, orders) => {
  const gap = [{ atLeast: '20ms' }, { atLeast: '40ms' }, { atLeast: '80ms' }]
  m.post('/orders').fail(503).expect({ requests: 4, gap })
  await m.ready()
  await assert.rejects(orders.order('tea'), new Unavailable('POST /orders: status 503, 4 times'))
}))

test('an order that is refused is not repeated', client(async (m, orders) => {
  m.post('/orders').fail(400).reply(201, { json: { id: 7 } }).expect({ requests: 1 })
  await m.ready()
  await assert.rejects(orders.order('tea'), new Refused('status 400'))
}))

// It renews its token

test('a token that has expired is renewed once for all', client(async (m, orders, token) => {
  token.reply(200, { json: { token: 't2' }, delay: '100ms' }).expect({ requests: 2 })
  m.get('/orders', { headers: { Authorization: 'Bearer t1' } }).fail(401)
  const fresh = m.get('/orders', { headers: { Authorization: 'Bearer t2' } }).reply(200, { json: { orders: [] } })
  fresh.expect({ requests: 10 })
  await m.ready()
  await orders.token()
  assert.deepEqual(await Promise.all(Array.from({ length: 10 }, () => orders.orders())), Array(10).fill([]))
}))

test('a token is asked for again', client(async (m, orders) => {
  m.post('/token').fail(503).fail('tcp/reset').reply(200, { json: { token: 't9' } }).expect({ requests: 3 })
  m.get('/orders', { headers: { Authorization: 'Bearer t9' } }).reply(200, { json: { orders: [1] } })
  await m.ready()
  assert.deepEqual(await orders.orders(), [1])
}))

test('a token that is refused for good ends it', client(async (m, orders) => {
  m.get('/orders').fail(401).expect({ requests: 2 })
  await m.ready()
  await assert.rejects(orders.orders(), new Refused('status 401'))
}))

// It follows pages

test('a page that fails is asked for again', client(async (m, orders) => {
  const last = { json: { orders: [3], next: null } }
  m.get('/orders').reply(200, { json: { orders: [1, 2], next: 'p2' } })
  const second = m.get('/orders', { query: { cursor: 'p2' } })
  second.fail(503).fail('tcp/close-mid-body', last).reply(200, last).expect({ requests: 3 })
  await m.ready()
  assert.deepEqual(await orders.orders(), [1, 2, 3])
}))

test('pages in a circle end', client(async (m, orders) => {
  m.get('/orders').reply(200, { json: { orders: [1], next: 'p1' } }).expect({ requests: { atMost: 3 } })
  await m.ready()
  await assert.rejects(orders.orders(), new Refused('page p1 comes again'))
}))

// It resumes downloads

for (const end of ['reset', 'close', 'stall']) {
  test(`a download that breaks off is resumed: ${end}`, client(async (m, orders) => {
    m.get('/whole').reply(200, file)
    m.get('/files/a').reply(200, file).cut('20KB', end).reply(200, file).expect({ requests: 2 })
    const rest = { path: '/files/a', headers: { Range: 'bytes=20000-', 'If-Range': '"v1"' } }
    m.expect({ match: rest, requests: 1 })
    await m.ready()
    const whole = Buffer.from(await (await fetch(m.url + '/whole')).arrayBuffer())
    assert.ok((await orders.download('a')).equals(whole))
  }))
}

test('a download that has changed begins anew', client(async (m, orders) => {
  const other = { text: 'x'.repeat(30_000), headers: { ETag: '"v2"' }, ranges: true }
  m.get('/files/a').reply(200, file).cut('20KB', 'reset').reply(200, other).expect({ requests: 2 })
  await m.ready()
  assert.equal((await orders.download('a')).toString(), 'x'.repeat(30_000))
}))
