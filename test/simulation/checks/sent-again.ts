/**
 * Records whose id the service has given to another one, or which it lost, and which the person
 * wants again: another machine may have sent the same one again already.
 */
import type Sqlite from 'better-sqlite3'
import { looking } from './looking.ts'
import { nameOf, type Written } from './wishes.ts'

export interface Again {
  /** When the person answered, on the world's time. */
  at: number
  /** The service's ids of the records of that kind that were known here then. */
  knew: ReadonlySet<number>
}

export interface SentAgain {
  /** Takes what the person did. */
  take(written: readonly Written[]): void
  of(kind: string, local: number): Again | undefined
  /** Another database continues. */
  forget(): void
}

export function makeSentAgain(sqlite: () => Sqlite.Database, now: () => number): SentAgain {
  const again = new Map<string, Again>()
  return {
    take(written) {
      for (const { resource, actor, after } of written) {
        if (resource !== 'inbox' || actor !== 'person') continue
        const card = JSON.parse(after!) as { resource: string; kind: string; local_id: number }
        if (card.kind !== 'gone') continue
        const text =
          'select remote_id from sync_record where resource = ? and remote_id is not null'
        const known = looking(sqlite(), text).pluck().all(card.resource) as number[]
        again.set(nameOf(card.resource, card.local_id), { at: now(), knew: new Set(known) })
      }
    },
    of: (kind, local) => again.get(nameOf(kind, local)),
    forget: () => again.clear(),
  }
}
