// Types, and what is written from elsewhere.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { version } from '../src/index.js'
import { spoilers } from '../src/spoilers.js'
import { run } from './helpers.js'

const folder = new URL('..', import.meta.url)
const read = (name) => readFile(new URL(name, folder), 'utf8')
const hasCompiler = spawnSync('tsc', ['--version']).status === 0
const hasSchema = existsSync(new URL('../../scenarios/scenario.schema.json', folder))

test('the compiler takes the types and a test that uses them', { skip: hasCompiler ? false : 'there is no tsc' }, () => {
  const project = fileURLToPath(new URL('types', import.meta.url))
  const { status, stdout } = spawnSync('tsc', ['-p', project], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})

test('the types of scenarios are those of the schema', { skip: hasSchema ? false : 'there is no schema' }, async (t) => {
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'mishap-'))
  t.after(() => rm(temporary, { recursive: true }))
  const file = path.join(temporary, 'scenario.d.ts')
  const { code, stderr } = await run([fileURLToPath(new URL('scripts/types.mjs', folder)), file])
  assert.equal(code, 0, stderr)
  assert.equal(await readFile(file, 'utf8'), await read('src/scenario.d.ts'), 'run: node scripts/types.mjs')
})

test('the version is that of the package', async () => {
  assert.equal(version, JSON.parse(await read('package.json')).version)
})

test('what is exported has a type, and the other way round', async () => {
  for (const name of ['index', 'node']) {
    const types = await read(`src/${name}.d.ts`)
    const declared = [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map((found) => found[1])
    assert.deepEqual([...new Set(declared)].sort(), Object.keys(await import(`../src/${name}.js`)).sort())
  }
})

test('failures that spoil a reply are known', () => {
  assert.ok(spoilers.has('tcp/reset-mid-body') && !spoilers.has('tcp/reset'))
})
