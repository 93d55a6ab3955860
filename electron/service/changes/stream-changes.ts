/**
 * Sends changes as server-sent events. A stream holds no changes of its own: it reads the next page
 * from the database when the one before has been sent, however slow its reader is.
 *
 * It writes to Node's response directly. A streamed `Response` would be piped by the server's
 * adapter, which prints a line to standard output whenever a reader disconnects.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Clock } from '#core/ports.ts'
import type { ChangePage } from '#shared/resources/feed-change.ts'
import type { Turn } from '../request-queue.ts'
import { parseFeedCursor, type FeedCursor } from './feed-page.ts'
import type { ChangeHub } from './change-hub.ts'

/** Milliseconds of silence after which a stream sends a heartbeat. */
const heartbeatInterval = 15_000
/**
 * Milliseconds between two reads of a stream that is up to date: what many people write in a moment
 * is sent together. The first change after a silence is sent at once.
 */
const lookInterval = 250
/** Characters of one write: a socket takes about as many before it waits. */
const pieceLength = 16 * 1024
/** How long an event source waits before it reconnects, milliseconds. */
const comeBackAfter = 1_000

/**
 * A page as the events of a stream, created once for all streams that wait at the same position.
 */
export interface EventPage {
  /** Texts of whole events, each about as long as one write. */
  readonly pieces: readonly string[]
  /** The position after the last of them. */
  readonly cursor: FeedCursor | undefined
  readonly hasMore: boolean
}

export async function toEvents(page: ChangePage, turn: Turn): Promise<EventPage> {
  const pieces: string[] = []
  let piece = ''
  for (const { cursor, ...change } of page.data) {
    piece += `id: ${cursor}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`
    if (piece.length < pieceLength) continue
    pieces.push(piece)
    piece = ''
    await turn.yield()
  }
  if (piece !== '') pieces.push(piece)
  return { pieces, cursor: parseFeedCursor(page.cursor), hasMore: page.has_more }
}

export interface ChangeStreamPorts {
  organisation: number
  hub: ChangeHub
  sleep: Clock['sleep']
  /** Runs work that blocks the event loop through the organisation's queue. */
  inTurn(work: () => Promise<void>): Promise<void>
  /** Returns null when the cursor cannot be continued. */
  read(cursor: FeedCursor | undefined): Promise<EventPage | null>
  /** Returns false once the caller may not read any more. */
  stillAllowed(): Promise<boolean>
}

/**
 * Sends pages until the reader disconnects, the service stops, or the caller may not read any more.
 * @param from undefined: from the beginning
 */
export async function streamChanges(
  response: ServerResponse,
  from: FeedCursor | undefined,
  { organisation, hub, sleep, inTurn, read, stillAllowed }: ChangeStreamPorts,
): Promise<void> {
  const gone = new AbortController()
  /** Ends a pause: something changed, or the reader disconnected. */
  let pause = new AbortController()
  const leave = () => {
    gone.abort()
    pause.abort()
  }
  const unlisten = hub.listen(organisation, () => pause.abort())
  response.once('close', leave)
  hub.closingSignal.addEventListener('abort', leave, { once: true })
  if (hub.closingSignal.aborted || response.destroyed) leave()

  function write(text: string): void {
    if (!gone.signal.aborted) response.write(text)
  }

  /** Waits for a slow reader; the server's idle limit disconnects one that reads nothing. */
  async function drained(): Promise<void> {
    if (gone.signal.aborted || !response.writableNeedDrain) return
    await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
  }

  /** Sends the next page without keeping it: a page may be megabytes, and silence may last long. */
  async function sendNext(cursor: FeedCursor | undefined) {
    const page = await read(cursor)
    // Checked for each page: a stream may outlive its token, or its user's membership.
    if (page === null || !(await stillAllowed())) return null
    for (const piece of page.pieces) {
      // The writes of many streams together take longer than any request.
      await inTurn(async () => write(piece))
      await drained()
      if (gone.signal.aborted) break
    }
    return { cursor: page.cursor, hasMore: page.hasMore }
  }

  try {
    write(`retry: ${comeBackAfter}\n\n`)
    let cursor = from
    while (!gone.signal.aborted) {
      // Created before the read, so that a commit during it ends the next pause.
      pause = new AbortController()
      const rested = sleep(lookInterval, gone.signal)
      const sent = await sendNext(cursor)
      if (sent === null || gone.signal.aborted) return
      cursor = sent.cursor
      if (sent.hasMore) continue
      await sleep(heartbeatInterval, pause.signal)
      if (!pause.signal.aborted) write(': here\n\n')
      await rested
    }
  } finally {
    unlisten()
    hub.closingSignal.removeEventListener('abort', leave)
    response.end()
  }
}
