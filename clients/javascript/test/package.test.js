// The package as it is installed: the README's example, and the other test runners.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fixture, run } from './helpers.js'

const folder = fileURLToPath(new URL('..', import.meta.url))
/** `bin/jest.js` of an installed Jest, which is in no folder of this package. */
const jest = process.env.JEST
const hasJest = jest !== undefined && existsSync(jest)

/** The client of the README's example. */
const shop = `
class Shop {
  constructor(url) {
    this.url = url
  }

  async pay(amount) {
    for (;;) {
      try {
        const headers = { 'Idempotency-Key': 'k1' }
        const body = JSON.stringify({ amount })
        return await (await fetch(this.url + '/payments', { method: 'POST', headers, body })).json()
      } catch {
        // Once more.
      }
    }
  }
}
`

describe('the package', () => {
  let installed
  let files

  function npm(args, cwd) {
    const options = { cwd, encoding: 'utf8', env: { ...process.env, npm_config_cache: path.join(installed, 'cache') } }
    const { status, stdout, stderr } = spawnSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], options)
    assert.equal(status, 0, stderr)
    return stdout
  }

  before(async () => {
    installed = await mkdtemp(path.join(os.tmpdir(), 'mishap-'))
    const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', installed], folder))
    files = packed.files.map((file) => file.path)
    await writeFile(path.join(installed, 'package.json'), '{ "type": "module" }')
    npm(['install', path.join(installed, packed.filename)], installed)
  })
  after(() => rm(installed, { recursive: true, force: true }))

  test('has what it needs, and nothing else', () => {
    const others = files.filter((file) => !/^src\/[a-z-]+(\.d\.ts|\.js)$/.test(file))
    assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json'])
  })

  test('runs the example of the README', async () => {
    const readme = await readFile(path.join(folder, 'README.md'), 'utf8')
    const [, example] = /```js\n([\s\S]*?)```/.exec(readme)
    const file = path.join(installed, 'example.test.js')
    await writeFile(file, example + shop)
    const { code, stdout } = await run(['--test', '--test-reporter=tap', file], { cwd: installed })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^# pass 1$/m)
  })

  test('works with Jest', { skip: hasJest ? false : 'JEST names no jest' }, async () => {
    const place = path.join(installed, 'jest')
    await mkdir(place)
    await cp(fixture('jest'), place, { recursive: true })
    await writeFile(path.join(place, 'package.json'), '{ "type": "module", "jest": { "transform": {} } }')
    const options = ['--rootDir', place, '--verbose', '--colors=false', '--runInBand']
    const { code, stderr } = await run(['--experimental-vm-modules', '--no-warnings', jest, ...options], { cwd: place })
    assert.equal(code, 1, stderr)
    const marks = [...stderr.matchAll(/^ +([✓✕]) (.*?)(?: \(\d+ ms\))?$/gm)].map(([, mark, name]) => `${mark} ${name}`)
    assert.deepEqual(marks.sort(), [
      '✓ fake timers',
      '✓ lost payment',
      '✓ number 1',
      '✓ number 2',
      '✓ options',
      '✓ row 1 2',
      '✓ row 3 4',
      '✕ a client that asks once',
      '✕ a client that never ends',
      '✕ an assertion of its own',
      '✕ rules that were not sent',
    ])
    assert.match(stderr, /asks once\n\n +VerdictFailed: failed: \{"rule":"GET \/x","requests":2\}: 1 request came/)
    assert.match(stderr, /Expected: 2[\s\S]*mishap: ~\w+: journal:\n +1 .*GET \/x: rule "GET \/x" step 1; 200/)
    assert.match(stderr, /rules were never sent: await m.ready\(\) before the client's first request/)
    assert.match(stderr, /> \d+ \| +m.get\('\/unsent'\).reply\(\)/)
  })

  test('works with what is known of Vitest', async () => {
    const vitest = path.join(installed, 'node_modules/vitest')
    await mkdir(vitest, { recursive: true })
    await writeFile(path.join(vitest, 'package.json'), '{ "name": "vitest", "type": "module", "exports": "./index.js" }')
    await writeFile(path.join(vitest, 'index.js'), 'export const test = { extend: (fixtures) => fixtures }\n')
    await cp(fixture('vitest.js'), path.join(installed, 'vitest.js'))
    const { code, stderr } = await run([path.join(installed, 'vitest.js')], { cwd: installed })
    assert.equal(code, 0, stderr)
  })
})
