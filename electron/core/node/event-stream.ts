import type { OpenStream } from '../ports.ts'
import { openConnections, type Connections, type OutboundOptions } from './connections.ts'

/** Reads one long response with Node's own client. */
export function createNodeStream(way: OutboundOptions = {}): OpenStream {
  let connections: Connections | undefined

  return async ({ url: address, headers, signal, onText }) => {
    const url = URL.parse(address)
    if (url === null || signal.aborted) return null
    connections ??= openConnections(way)
    const begin = await connections.to(url)
    if (typeof begin === 'string') return null
    return new Promise((resolve) => {
      const request = begin.request({ method: 'GET', headers })
      let status: number | null = null
      const stop = () => request.destroy()
      // The stream may stay open for hours and loses nothing: the next one uses the new settings.
      const ignore = way.onChange?.(stop)
      const finish = () => {
        ignore?.()
        signal.removeEventListener('abort', stop)
        resolve(status)
      }
      signal.addEventListener('abort', stop, { once: true })
      // The end of the request always comes last, also after an error.
      request.on('error', () => undefined)
      request.on('close', finish)
      request.on('response', (response) => {
        status = response.statusCode ?? null
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          if (status === 200) onText(text)
        })
        response.on('error', () => undefined)
      })
      request.end()
    })
  }
}
