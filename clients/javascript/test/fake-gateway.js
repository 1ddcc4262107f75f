import { once } from 'node:events'
import http from 'node:http'

const MADE = { id: '~1', url: 'http://x/@~1', httpsUrl: 'https://x/@~1' }
const VERDICT = { outcome: 'none', text: 'none\n', unmatchedCount: 0, unmatched: [] }

/** What answers as a gateway does, and keeps the calls: `{ method, path, body, headers }`. */
export async function fakeGateway(t, { mishap = '9.0.0', answer = () => undefined } = {}) {
  const calls = []
  const server = http.createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const path = request.url.replace('/__mishap/', '')
    const call = { method: request.method, path, body: text ? JSON.parse(text) : undefined, headers: request.headers }
    calls.push(call)
    const given = await answer(call)
    if (given !== undefined) response.writeHead(given.status ?? 200).end(given.text ?? JSON.stringify(given.json))
    else if (path === '') response.end(JSON.stringify({ mishap }))
    else if (path === 'sessions') response.writeHead(201).end(JSON.stringify(MADE))
    else if (request.method === 'DELETE') response.end(JSON.stringify(VERDICT))
    else response.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections?.()
  })
  return { calls, server, url: `http://127.0.0.1:${server.address().port}/__mishap` }
}
