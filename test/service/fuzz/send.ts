/** Sends requests that `fetch` would normalize: paths, headers and bodies go out unchanged. */
import { Agent, request } from 'node:http'
import type { Answer } from '../fixture.ts'

export interface Sender {
  send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer | undefined,
  ): Promise<Answer>
  close(): void
}

export function openSender(url: string): Sender {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const asked = request({ agent, hostname, port, method, path, headers }, (response) => {
          const type = response.headers['content-type'] ?? ''
          const parts: Buffer[] = []
          const answer = () => {
            const text = Buffer.concat(parts).toString()
            const pairs = Object.entries(response.headers).map(
              ([name, value]) => [name, String(value)] as [string, string],
            )
            resolve({
              status: response.statusCode!,
              headers: new Headers(pairs),
              text,
              body: type.startsWith('application/json') && text !== '' ? JSON.parse(text) : null,
            })
          }
          if (type.startsWith('text/event-stream')) {
            // It never ends.
            response.destroy()
            answer()
            return
          }
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', answer)
          response.on('error', reject)
        })
        asked.on('error', reject)
        asked.end(body)
      }),
    close: () => agent.destroy(),
  }
}
