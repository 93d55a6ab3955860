/**
 * Notifies listeners that an organisation's records changed: at once after commits of this process,
 * and within a second after those of other processes, by polling the counters.
 */
import type { Clock } from '#core/ports.ts'
import type { Db } from '#core/store/database/db.ts'
import { readFeedSequences } from '#core/store/service/change-feed.ts'

export interface ChangeHub {
  /** Called after a commit of this process. */
  wake(organisation: number): void
  /** @returns a function that unsubscribes */
  listen(organisation: number, onChange: () => void): () => void
  /** Aborted when the service stops. */
  readonly closingSignal: AbortSignal
  close(): Promise<void>
}

/** Milliseconds between two polls for commits of other processes. */
const lookInterval = 1_000

export interface ChangeHubPorts {
  db: Db
  sleep: Clock['sleep']
  /** Called when a poll failed; the next one may succeed. */
  onTrouble(cause: unknown): void
}

export function createChangeHub({ db, sleep, onTrouble }: ChangeHubPorts): ChangeHub {
  const closing = new AbortController()
  const listeners = new Map<number, Set<() => void>>()
  let looking: Promise<void> | undefined

  function wake(organisation: number): void {
    for (const onChange of listeners.get(organisation) ?? []) onChange()
  }

  /** Polls while there are listeners. */
  async function look(): Promise<void> {
    const seen = new Map<number, number>()
    while (listeners.size > 0 && !closing.signal.aborted) {
      try {
        for (const [organisation, sequence] of await readFeedSequences(db, [...listeners.keys()])) {
          // The first poll notifies too: commits before it were not observed.
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
    closingSignal: closing.signal,
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
