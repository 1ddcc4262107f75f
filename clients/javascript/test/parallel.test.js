// Many tests at once.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withMishap } from '../src/node.js'

describe('tests at once', { concurrency: 200 }, () => {
  for (let number = 1; number <= 200; number++) {
    test(`number ${number}`, withMishap(async (m) => {
      const rule = m.get('/').fail(503).reply(200, { json: { number } })
      rule.expect({ requests: 2 })
      await m.ready()
      assert.equal((await fetch(m.url + '/')).status, 503)
      assert.deepEqual(await (await fetch(m.url + '/')).json(), { number })
      assert.equal(await rule.hits(), 2)
    }))
  }
})
