/**
 * Tells those who listen that an organisation's records changed: at once for what this process
 * commits, and within a second for what other processes do, by looking at the counters.
 */
import type { Clock } from '#core/ports.ts'
import type { Db } from '#core/store/db.ts'
import { readSequences } from '#core/store/record-changes.ts'

export interface Hub {
  /** After a commit of this process. */
  wake(organisation: number): void
  /** @returns ends the listening */
  listen(organisation: number, onChange: () => void): () => void
  /** Aborted when the service stops. */
  readonly closing: AbortSignal
  close(): Promise<void>
}

/** Milliseconds between two looks for what other processes committed. */
const lookInterval = 1_000

export interface HubPorts {
  db: Db
  sleep: Clock['sleep']
  /** A look that could not be taken: the next one may. */
  onTrouble(cause: unknown): void
}

export function createHub({ db, sleep, onTrouble }: HubPorts): Hub {
  const closing = new AbortController()
  const listeners = new Map<number, Set<() => void>>()
  let looking: Promise<void> | undefined

  function wake(organisation: number): void {
    for (const onChange of listeners.get(organisation) ?? []) onChange()
  }

  /** Runs while anybody listens. */
  async function look(): Promise<void> {
    const seen = new Map<number, number>()
    while (listeners.size > 0 && !closing.signal.aborted) {
      try {
        for (const [organisation, sequence] of await readSequences(db, [...listeners.keys()])) {
          // The first look wakes too: what was committed before it was not listened for.
          if (seen.get(organisation) !== sequence) wake(organisation)
          seen.set(organisation, sequence)
        }
      } catch (cause) {
        onTrouble(cause)
      }
      await sleep(lookInterval, closing.signal)
    }
    looking = undefined
  }

  return {
    wake,
    closing: closing.signal,
    listen(organisation, onChange) {
      let those = listeners.get(organisation)
      if (!those) listeners.set(organisation, (those = new Set()))
      those.add(onChange)
      looking ??= look()
      return () => {
        those.delete(onChange)
        if (those.size === 0 && listeners.get(organisation) === those) {
          listeners.delete(organisation)
        }
      }
    },
    async close() {
      closing.abort()
      await looking
    },
  }
}
