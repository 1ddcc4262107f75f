/** A request as it came, and what became of it. */
export class MishapRequest {
  constructor(entry) {
    /** The whole entry of the journal, with what was sent. */
    this.entry = entry
    this.method = entry.method
    /** Decoded, without the query. */
    this.path = entry.path ?? ''
    /** The values of each field of the query. */
    this.query = entry.query ?? {}
    /** The name of the rule that answered; null if none did. */
    this.rule = entry.rule ?? null
    /** The name of the failure that it got, if any. */
    this.failure = entry.failure ?? null
    /** The number of the connection; equal for requests on one. */
    this.connection = entry.connection
    /** When its head was complete. */
    this.started = new Date(entry.time)
    const hasEnded = entry.ending != null && entry.milliseconds != null
    /** When its answer had ended; null if it has not. */
    this.ended = hasEnded ? new Date(this.started.getTime() + entry.milliseconds) : null
  }

  /** Its address, without the session's prefix; with 127.0.0.1, where its Host is no name of a host. */
  get url() {
    const { target = '/', tls } = this.entry
    const address = (host) => new URL(`${tls ? 'https' : 'http'}://${host}${target.startsWith('/') ? '' : '/'}${target}`)
    try {
      return address(this.headers.get('host') ?? '127.0.0.1')
    } catch {
      // It is no name of a host.
      return address('127.0.0.1')
    }
  }

  /**
   * The fields of the head, without those that Headers does not take. `entry.headers` has all of them as pairs, in the
   * order in which they came.
   */
  get headers() {
    // A value of Headers has a character for each byte.
    const bytes = (text) => (this.entry.headersEncoding === 'latin1' ? text : Buffer.from(text).toString('latin1'))
    const headers = new Headers()
    for (const [name, value] of this.entry.headers ?? []) {
      try {
        headers.append(name, bytes(value))
      } catch {
        // Headers does not take it.
      }
    }
    return headers
  }

  /**
   * The whole body, as it came.
   *
   * Throws a RangeError if the journal has kept only a part of it; `bodies: '1MiB'` beside the scenario keeps more.
   */
  get body() {
    const { body = '', bodyEncoding, bodyBytes, truncated } = this.entry
    if (truncated !== undefined) {
      throw new RangeError(
        `the body has ${bodyBytes} bytes, of which the journal has kept a part; ` +
          "ask for more, as in withMishap({ bodies: '1MiB' }, …)",
      )
    }
    return new Uint8Array(Buffer.from(body, bodyEncoding === 'base64' ? 'base64' : 'utf8'))
  }

  /** The body as text; of one that is coded (gzip), what is in it. Throws a TypeError if it is no text. */
  get text() {
    const { decoded, decodedEncoding } = this.entry
    if (decoded !== undefined && decodedEncoding === undefined) return decoded
    const coding = this.headers.get('Content-Encoding') ?? 'identity'
    if (coding !== 'identity') {
      throw new TypeError(`the body is coded (${coding}), and what is in it is no text or has more than 64 KiB: see body`)
    }
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.body)
  }

  /** The value in the body. Throws a SyntaxError if it is no JSON. */
  get json() {
    return 'json' in this.entry ? this.entry.json : JSON.parse(this.text)
  }

  [Symbol.for('nodejs.util.inspect.custom')]() {
    return `<MishapRequest ${this.entry.seq}: ${this.method} ${this.entry.target} -> ${this.entry.sent?.status}>`
  }
}
