/**
 * Changes as server-sent events. A stream holds no changes of its own: it reads the next page from
 * the database when the one before has gone out, however slow its reader is.
 *
 * It writes to Node's response itself. A streamed `Response` would be piped by the server's
 * adapter, which prints a line to standard output whenever a reader goes away.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Clock } from '#core/ports.ts'
import type { ChangePage } from '#shared/resources/change.ts'
import { parseCursor, type Cursor } from './feed.ts'
import type { Hub } from './hub.ts'

/** Milliseconds of silence after which a stream says that it is there. */
const heartbeatInterval = 15_000
/** What an event source waits before it comes back, milliseconds. */
const comeBackAfter = 1_000

export interface StreamPorts {
  organisation: number
  hub: Hub
  sleep: Clock['sleep']
  /** Null: the cursor cannot be continued. */
  read(cursor: Cursor | undefined): Promise<ChangePage | null>
  /** False once the caller may not read any more. */
  stillAllowed(): Promise<boolean>
}

/**
 * Sends pages until the reader goes away, the service stops, or the caller may not read any more.
 * @param first the first page, read before the answer began
 */
export async function streamChanges(
  response: ServerResponse,
  first: ChangePage,
  { organisation, hub, sleep, read, stillAllowed }: StreamPorts,
): Promise<void> {
  const gone = new AbortController()
  /** Ends a pause: something changed, or nobody is there any more. */
  let pause = new AbortController()
  // The first page was read before anybody listened: no pause after it.
  pause.abort()
  const leave = () => {
    gone.abort()
    pause.abort()
  }
  const unlisten = hub.listen(organisation, () => pause.abort())
  response.once('close', leave)
  hub.closing.addEventListener('abort', leave, { once: true })
  if (hub.closing.aborted || response.destroyed) leave()

  /** Waits for a slow reader; the server's idle limit cuts one that reads nothing. */
  async function send(text: string): Promise<void> {
    if (gone.signal.aborted || response.write(text)) return
    await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
  }

  try {
    await send(`retry: ${comeBackAfter}\n\n`)
    let page: ChangePage | null = first
    while (page !== null) {
      for (const { cursor, ...change } of page.data) {
        await send(`id: ${cursor}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`)
        if (gone.signal.aborted) return
      }
      const cursor = parseCursor(page.cursor)
      const caughtUp = !page.has_more && page.data.length === 0
      if (caughtUp) {
        await sleep(heartbeatInterval, pause.signal)
        if (!pause.signal.aborted) await send(': here\n\n')
      }
      // Before the look, so that what is committed during it ends the next pause.
      pause = new AbortController()
      if (gone.signal.aborted) return
      page = await read(cursor)
      // Each page anew: a stream may outlive its token, and its user's days here.
      if (!(await stillAllowed())) return
    }
  } finally {
    unlisten()
    hub.closing.removeEventListener('abort', leave)
    response.end()
  }
}
