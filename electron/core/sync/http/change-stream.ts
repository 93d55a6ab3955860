/**
 * Listens to one long-lived reply in which the service reports at once that something changed
 * (capability `changes`). It only wakes the loop: changes are read from the feed, so a stream that
 * is missed, cut or repeated loses nothing.
 */
import type { Clock, OpenStream, Random } from '../../ports.ts'
import { backoff } from '../decide/backoff.ts'
import { urlOf, type ServiceConnection } from './service-client.ts'
import { longestBackoff, shortestBackoff, streamIdleTimeout } from '../decide/sync-timings.ts'

export interface ChangeStreamOptions {
  openStream: OpenStream
  clock: Clock
  random: Random
  connection: ServiceConnection
  signal: AbortSignal
  /** Returns how far the feed was read; null while it never was. */
  cursor(): Promise<string | null>
  /** Called when something changed on the service. */
  onEvent(): void
}

/**
 * Follows the stream until the signal aborts, there is no token or cursor, or only a pass can find
 * out what is wrong: the token is refused, or the service has no such stream. Returns true in the
 * last case.
 */
export async function followChangeStream(following: ChangeStreamOptions): Promise<boolean> {
  const { clock, random, connection, signal, onEvent } = following
  for (let failures = 0; !signal.aborted;) {
    const [token, cursor] = [await connection.token(), await following.cursor()]
    if (token === null || cursor === null) return false
    const from = clock.monotonic()
    const status = await listen(following, token, cursor)
    if (signal.aborted) return false
    if (status === 410) {
      // The next pass starts over, and has another cursor then.
      onEvent()
      return false
    }
    if (status !== null && isRefusal(status)) return true
    failures = clock.monotonic() - from > streamIdleTimeout ? 1 : failures + 1
    const limits = { shortest: shortestBackoff, longest: longestBackoff }
    await clock.sleep(backoff(failures, random.fraction(), limits), signal)
  }
  return false
}

const isRefusal = (status: number): boolean =>
  status >= 300 && status < 500 && status !== 408 && status !== 429

/** Listens until the stream ends; returns its status, null when there was none. */
async function listen(
  { openStream, clock, connection, signal, onEvent }: ChangeStreamOptions,
  token: string,
  cursor: string,
): Promise<number | null> {
  const over = new AbortController()
  const silent = new AbortController()
  let lastReceivedAt = clock.monotonic()
  const watch = async () => {
    while (!over.signal.aborted && !silent.signal.aborted) {
      await clock.sleep(streamIdleTimeout, over.signal)
      if (clock.monotonic() - lastReceivedAt >= streamIdleTimeout) silent.abort()
    }
  }
  const watching = watch()
  const lines = lineStarts('data:', onEvent)
  const status = await openStream({
    url: urlOf(connection, `/changes/stream?cursor=${encodeURIComponent(cursor)}`),
    headers: {
      Accept: 'text/event-stream',
      [connection.header]: connection.scheme === '' ? token : `${connection.scheme} ${token}`,
    },
    signal: AbortSignal.any([signal, silent.signal]),
    onText(text) {
      lastReceivedAt = clock.monotonic()
      lines(text)
    },
  })
  over.abort()
  await watching
  return status
}

/** Calls back for each line that begins with a text, regardless of how the input is split. */
function lineStarts(prefix: string, onMatch: () => void): (text: string) => void {
  let start = ''
  return (text) => {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) start = ''
      const before = start.length
      start = (start + piece).slice(0, prefix.length)
      if (before < prefix.length && start === prefix) onMatch()
    }
  }
}
