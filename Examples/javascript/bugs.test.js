// The same suite, with a client that has one bug: it fails, and by its tests' names one sees what is wrong.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bugs } from './orders.js'

const foundBy = {
  'a new key for each attempt': 'an order is repeated after a failure of the gateway: 503',
  'does not wait for as long as it is told': 'an order waits for as long as it is told',
  'repeats what was refused': 'an order that is refused is not repeated',
  'never gives up': 'an order is given up after four attempts',
  'waits for ever': 'an order is given up in time and repeated',
  'each request gets a token of its own': 'a token that has expired is renewed once for all',
  'goes on with the old token': 'a token that has expired is renewed once for all',
  'takes any answer for JSON': 'an order whose answer is lost is repeated: http/html',
  'follows pages in a circle': 'pages in a circle end',
  'resumes what has changed': 'a download that has changed begins anew',
  'does not resume': 'a download that breaks off is resumed: reset',
}

// They mostly wait.
describe('with a bug', { concurrency: 4 }, () => {
  for (const bug of Object.keys(bugs)) {
    test(`the suite finds: ${bug}`, async () => {
      const { NODE_TEST_CONTEXT: _, ...environment } = process.env
      const suite = spawn(process.execPath, ['--test', '--test-reporter=tap', 'orders.test.js'], {
        cwd: fileURLToPath(new URL('.', import.meta.url)),
        env: { ...environment, BUG: bug },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      suite.stdout.setEncoding('utf8').on('data', (text) => (output += text))
      const [code] = await once(suite, 'close')
      assert.equal(code, 1, output)
      const failed = [...output.matchAll(/^ *not ok \d+ - (.*)$/gm)].map((found) => found[1])
      assert.ok(failed.includes(foundBy[bug]), output)
      assert.match(output, /^ *ok \d+ - /m)
    })
  }
})
