import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createNodeStream } from '#core/node/event-stream.ts'

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes/stream`
}

const listen = (url: string, stop = new AbortController(), heard: string[] = []) =>
  createNodeStream()({
    url,
    headers: { Authorization: 'Bearer secret' },
    signal: stop.signal,
    onText: (text) => void heard.push(text),
  })

it('delivers what arrives, as it arrives, until the service ends it', async () => {
  const heard: string[] = []
  const url = await serve((request, response) => {
    expect(request.headers.authorization).toBe('Bearer secret')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    setImmediate(() => response.end('data: ü\n\n'))
  })
  expect(await listen(url, undefined, heard)).toBe(200)
  expect(heard.join('')).toBe('data: 1\n\ndata: ü\n\n')
})

it('ends at once when it is aborted', async () => {
  const stop = new AbortController()
  const url = await serve((_, response) => {
    response.writeHead(200)
    response.write('data: 1\n\n')
    stop.abort()
  })
  await listen(url, stop)
  expect(await listen(url, stop)).toBeNull()
})

it('returns the status of a refusal without its text, and null where nothing responds', async () => {
  const heard: string[] = []
  const url = await serve((_, response) => void response.writeHead(401).end('data: no\n\n'))
  expect(await listen(url, undefined, heard)).toBe(401)
  expect(heard).toEqual([])
  expect(await listen('http://127.0.0.1:1/')).toBeNull()
  expect(await listen('nonsense')).toBeNull()
})
