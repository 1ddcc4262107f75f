// What is left when tests end, in whatever way.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { Gateway } from '../src/index.js'
import { fixture, isAlive, run, start, startGateway, until } from './helpers.js'

/** Runs a test that waits, and gives its runner, and the pids of its gateway and of its process. All end with the test. */
async function waiting(t, args, options) {
  const runner = start([...args, fixture('waits.js')], options)
  t.after(() => runner.kill('SIGKILL'))
  let text = ''
  runner.stdout.setEncoding('utf8').on('data', (part) => (text += part))
  let gateway
  let own
  await until(() => ([gateway, own] = /gateway (\d+) of (\d+) end/.exec(text)?.slice(1).map(Number) ?? [])[0])
  assert.ok(gateway && isAlive(gateway), text)
  return { runner, gateway, own }
}

describe('nothing is left', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL']) {
    test(`after ${signal} of a file of tests`, async (t) => {
      const { runner, gateway } = await waiting(t, [])
      runner.kill(signal)
      await once(runner, 'exit')
      assert.ok(await until(() => !isAlive(gateway)), 'the gateway lives')
    })
  }

  for (const signal of ['SIGINT', 'SIGTERM']) {
    test(`after ${signal} of the runner`, async (t) => {
      const { runner, gateway } = await waiting(t, ['--test', '--test-reporter=tap'])
      runner.kill(signal)
      await once(runner, 'exit')
      assert.ok(await until(() => !isAlive(gateway)), 'the gateway lives')
    })
  }

  test('after SIGKILL of the runner, which its tests survive', async (t) => {
    const { runner, gateway, own } = await waiting(t, ['--test', '--test-reporter=tap'])
    t.after(() => isAlive(own) && process.kill(own))
    runner.kill('SIGKILL')
    await once(runner, 'exit')
    assert.ok(await until(() => !isAlive(gateway)), 'the gateway lives')
  })

  test('after Ctrl-C, which does not reach the gateway', async (t) => {
    const { runner, gateway } = await waiting(t, [], { detached: true })
    // As a terminal does: to the whole group.
    process.kill(-runner.pid, 'SIGINT')
    await once(runner, 'exit')
    assert.ok(await until(() => !isAlive(gateway)), 'the gateway lives')
  })

  test('after tests that end by themselves', async () => {
    const { code, stdout } = await run([fixture('each.js')])
    assert.equal(code, 0, stdout)
  })

  test('of sessions in a gateway that others use', async (t) => {
    const { url } = await startGateway(t)
    const { code } = await run(['--test', fixture('failures.js')], { env: { MISHAP_CONTROL_URL: url } })
    assert.equal(code, 1)
    const gateway = await Gateway.open({ url })
    const { sessions } = await gateway.call('GET', 'sessions')
    assert.deepEqual(sessions.filter(({ id }) => id.startsWith('~')), [])
    await gateway.close()
  })
})
