// A client of a shop's gateway as many teams have one: it repeats what failed, renews its token, follows pages and resumes
// downloads. With fetch.

import { randomUUID } from 'node:crypto'

/** The gateway does not want the request, as it is. */
export class Refused extends Error {}

/** It did not work, however often it was tried. */
export class Unavailable extends Error {}

export class Orders {
  attempts = 4
  /**
   * Milliseconds: of an attempt, more than an answer takes on a busy machine; and before the second one, twice as many before
   * each further one.
   */
  timeout = 2_000
  pause = 20
  /** The longest wait that a gateway may ask for. */
  longestPause = 5_000
  #token

  constructor(url) {
    this.url = url
  }

  // What callers use

  /** Orders once, however often that has to be tried. */
  order(item) {
    return this.json('POST', '/orders', { item }, { 'Idempotency-Key': this.newKey() })
  }

  /** All orders, of all pages. */
  async orders() {
    const orders = []
    const seen = new Set()
    for (let cursor; ; seen.add(cursor)) {
      const page = await this.json('GET', cursor === undefined ? '/orders' : `/orders?cursor=${cursor}`)
      orders.push(...page.orders)
      cursor = page.next ?? undefined
      if (cursor === undefined) return orders
      if (!this.isNew(cursor, seen)) throw new Refused(`page ${cursor} comes again`)
    }
  }

  /** The whole file, in as many parts as it takes. */
  async download(name) {
    let parts = []
    let tag
    for (let attempt = 1; attempt <= this.attempts; attempt++) {
      const length = parts.reduce((sum, part) => sum + part.length, 0)
      try {
        // Encoded content has no parts that fit together.
        const headers = { 'Accept-Encoding': 'identity', ...this.range(length, tag) }
        const silence = new AbortController()
        let timer = setTimeout(() => silence.abort(), this.timeout)
        try {
          const answer = await fetch(`${this.url}/files/${name}`, { headers, signal: silence.signal })
          if (answer.status >= 400 && answer.status < 500) throw new Refused(`status ${answer.status}`)
          if (answer.status >= 500) throw new Error(`status ${answer.status}`)
          if (answer.status !== 206) parts = []
          tag = answer.headers.get('etag')
          for await (const part of answer.body) {
            parts.push(part)
            clearTimeout(timer)
            timer = setTimeout(() => silence.abort(), this.timeout)
          }
        } finally {
          clearTimeout(timer)
        }
        return Buffer.concat(parts)
      } catch (error) {
        if (error instanceof Refused) throw error
        await this.wait(attempt)
      }
    }
    throw new Unavailable(`${name} was not downloaded`)
  }

  // Requests

  /** The value of an answer. What failed on the way, or is no JSON, is asked for again. */
  async json(method, target, body, fields = {}) {
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      const token = await this.token()
      let failure, asked
      try {
        const answer = await this.send(method, target, body, { ...fields, Authorization: `Bearer ${token}` })
        if (answer.status === 401 && !renewed) {
          renewed = true
          attempt--
          await this.renew(token)
          continue
        }
        if (answer.status < 300) return await this.value(answer)
        failure = `status ${answer.status}`
        asked = answer.headers.get('retry-after')
        if (!this.isWorthRepeating(answer.status)) throw new Refused(failure)
      } catch (error) {
        if (error instanceof Refused || error instanceof Unavailable) throw error
        failure = error.cause?.code ?? error.name
      }
      if (attempt >= this.attempts) throw new Unavailable(`${method} ${target}: ${failure}, ${attempt} times`)
      await this.wait(attempt, asked)
    }
  }

  /** The answer with its whole body, in time. */
  async send(method, target, body, fields) {
    const headers = body === undefined ? fields : { ...fields, 'Content-Type': 'application/json' }
    const signal = AbortSignal.timeout(this.timeout)
    const answer = await fetch(this.url + target, { method, headers, body: JSON.stringify(body), signal })
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers })
  }

  async value(answer) {
    if (!answer.headers.get('content-type')?.includes('json')) throw new TypeError('no JSON')
    return await answer.json()
  }

  isWorthRepeating(status) {
    return status === 429 || status >= 500
  }

  isNew(cursor, seen) {
    return !seen.has(cursor)
  }

  newKey() {
    return randomUUID()
  }

  /** What asks for the rest of a file, if that is the same still. */
  range(start, tag) {
    return start > 0 && tag ? { Range: `bytes=${start}-`, 'If-Range': tag } : {}
  }

  async wait(attempt, asked) {
    const own = this.pause * 2 ** (attempt - 1)
    // A little more, since clocks differ.
    const told = /^\d+$/.test(asked ?? '') ? Math.min(Number(asked) * 1_000 + 200, this.longestPause) : 0
    await new Promise((resolve) => setTimeout(resolve, Math.max(own, told)))
  }

  // The token

  /** The token; whoever comes while one is asked for awaits that. */
  token() {
    this.#token ??= this.newToken()
    return this.#token
  }

  /** Only one of many requests whose token was refused asks for another one. */
  async renew(refused) {
    if ((await this.#token) === refused) this.#token = this.newToken()
    await this.#token
  }

  replaceToken(token) {
    this.#token = token
  }

  async newToken() {
    for (let attempt = 1; attempt <= this.attempts; attempt++) {
      try {
        const answer = await this.send('POST', '/token', undefined, {})
        if (answer.status < 300) return (await this.value(answer)).token
        if (!this.isWorthRepeating(answer.status)) throw new Refused(`no token: status ${answer.status}`)
      } catch (error) {
        if (error instanceof Refused) throw error
      }
      await this.wait(attempt)
    }
    throw new Unavailable('no token')
  }
}

/** By the name of the bug, each the same client with one thing wrong; the suite finds them. */
export const bugs = {
  'a new key for each attempt': class extends Orders {
    send(method, target, body, fields) {
      const own = 'Idempotency-Key' in fields ? { 'Idempotency-Key': this.newKey() } : {}
      return super.send(method, target, body, { ...fields, ...own })
    }
  },
  'does not wait for as long as it is told': class extends Orders {
    wait(attempt) {
      return super.wait(attempt)
    }
  },
  'repeats what was refused': class extends Orders {
    isWorthRepeating(status) {
      return status >= 400 && status !== 401
    }
  },
  'never gives up': class extends Orders {
    wait(attempt, asked) {
      this.attempts = Math.min(attempt + 2, 12)
      return super.wait(1, asked)
    }
  },
  'waits for ever': class extends Orders {
    timeout = 8_000
  },
  'each request gets a token of its own': class extends Orders {
    async renew() {
      this.replaceToken(this.newToken())
    }
  },
  'goes on with the old token': class extends Orders {
    async renew() {
      await this.newToken()
    }
  },
  'takes any answer for JSON': class extends Orders {
    async value(answer) {
      return await answer.json().catch(() => ({}))
    }
  },
  'follows pages in a circle': class extends Orders {
    circles = 0
    isNew() {
      return ++this.circles < 10
    }
  },
  'resumes what has changed': class extends Orders {
    range(start) {
      return start > 0 ? { Range: `bytes=${start}-` } : {}
    }
  },
  'does not resume': class extends Orders {
    range() {
      return {}
    }
  },
}
