// What a test says that fails.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Gateway } from '../src/index.js'
import { fakeGateway } from './fake-gateway.js'
import { binary, fixture, isAlive, run, startGateway } from './helpers.js'

const folder = fileURLToPath(new URL('..', import.meta.url))
const runTests = (name, env) => run(['--test', '--test-reporter=tap', fixture(name)], { cwd: folder, env })

/** Without what is different each time, and without what is Node's own. */
function normalised(text) {
  const lines = text.replaceAll(folder, '').replaceAll('file://', '').split('\n')
  const ofNode = /node:|module_job|^# (duration|tests|suites|pass|fail|cancelled|skipped|todo)|duration_ms|^TAP/
  return lines
    .filter((line) => !ofNode.test(line))
    .join('\n')
    .replace(/\d\d:\d\d:\d\d\.\d+/g, 'TIME')
    .replace(/[\d.]+ ms/g, 'N ms')
    .replace(/~[0-9a-z]{7,}/g, '~session')
}

/** The errors of TAP, in their order. */
function errorsOf(text) {
  const found = text.matchAll(/^ *error: (?:'(.*)'|"(.*)"|\|-\n((?: {4}.*\n)+))/gm)
  return [...found].map(([, single, double, lines]) => (single ?? double ?? lines).trim())
}

describe('what is printed', () => {
  test('by tests that fail', async () => {
    const { stdout, code } = await runTests('failures.js')
    assert.equal(code, 1)
    const expected = fixture('failures.txt')
    // RECORD=1 writes it anew.
    if (process.env.RECORD) await writeFile(expected, normalised(stdout))
    assert.equal(normalised(stdout), await readFile(expected, 'utf8'))
  })

  test('when the gateway is killed', async () => {
    const errors = errorsOf((await runTests('killed.js')).stdout)
    assert.deepEqual(errors, Array(3).fill('the mishap gateway has ended, by SIGKILL; it said nothing'))
  })

  test('when there is no program', async () => {
    const errors = errorsOf((await runTests('each.js', { MISHAP_BIN: 'mishap-that-is-not-there' })).stdout)
    const error =
      'there is no program "mishap-that-is-not-there": install mishap, name it by MISHAP_BIN, ' +
      'or name a gateway that runs by MISHAP_CONTROL_URL'
    assert.deepEqual(errors, Array(3).fill(error))
  })

  test('when a file is no program', async () => {
    const [error] = errorsOf((await runTests('each.js', { MISHAP_BIN: fixture('each.js') })).stdout)
    assert.match(error, /^there is no program ".*each.js" \(spawn .* EACCES\): install mishap/)
  })

  test('when the folder is not there', async () => {
    const message = 'there is no folder "/not/there", where the gateway is to start'
    await assert.rejects(Gateway.open({ binary, folder: '/not/there' }), { name: 'MishapError', message })
  })

  test('when a program is no mishap, which ends', async (t) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'mishap-'))
    t.after(() => rm(folder, { recursive: true }))
    const program = path.join(folder, 'other')
    await writeFile(program, `#!/bin/sh\necho $$ > ${folder}/pid\nwhile :; do echo hello; sleep 0.1; done\n`, { mode: 0o755 })
    const message = `"${program}" is no mishap: it says "hello"`
    await assert.rejects(Gateway.open({ binary: program }), { name: 'MishapError', message })
    assert.ok(!isAlive(Number(await readFile(path.join(folder, 'pid'), 'utf8'))))
  })

  test('when the gateway does not start', async () => {
    const errors = errorsOf((await runTests('each.js', { MISHAP_SCENARIOS: fixture('misspelt.json') })).stdout)
    assert.equal(errors.length, 3)
    const message = /^the mishap gateway has not started\n.*misspelt.json:3:34: error: unknown field "fali" in a rule; /
    for (const error of errors) assert.match(error, message)
  })

  test('when no gateway is at an address', async () => {
    const errors = errorsOf((await runTests('each.js', { MISHAP_CONTROL_URL: 'http://127.0.0.1:1/__mishap' })).stdout)
    assert.deepEqual(errors, Array(3).fill('no mishap at http://127.0.0.1:1/__mishap: connect ECONNREFUSED 127.0.0.1:1'))
  })

  test('when it is old', async (t) => {
    const { url } = await fakeGateway(t, { mishap: '0.0.1' })
    const [error] = errorsOf((await runTests('each.js', { MISHAP_CONTROL_URL: url })).stdout)
    assert.match(error, /^the gateway at .* is mishap 0.0.1, which is older than this library, /)
  })

  test('when it wants a token', async (t) => {
    const { url } = await startGateway(t, ['--token', 'secret'])
    const refused = await runTests('each.js', { MISHAP_CONTROL_URL: url })
    assert.match(errorsOf(refused.stdout)[0], /token/)
    const taken = await runTests('each.js', { MISHAP_CONTROL_URL: url, MISHAP_TOKEN: 'secret' })
    assert.equal(taken.code, 0, taken.stdout)
  })
})

describe('scenarios', () => {
  test('are those of MISHAP_SCENARIOS', async () => {
    const text = `
      import { Gateway } from ${JSON.stringify(path.join(folder, 'src/index.js'))}
      const { scenarios } = await (await Gateway.shared()).call('GET', 'scenarios')
      console.log(scenarios.map(({ name }) => name).join())`
    const env = { MISHAP_SCENARIOS: `${fixture('orders.json')}:${fixture('refunds.json')}`, MISHAP_BIN: binary }
    const { stdout, stderr } = await run(['--input-type=module', '--eval', text], { env })
    assert.equal(stdout, 'orders,refunds\n', stderr)
  })
})
