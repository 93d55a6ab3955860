/**
 * Records that the service deleted or lost, or whose id it has given to another one, and which the
 * person wants again: another machine may have sent the same one again already.
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

interface Card {
  resource: string
  kind: string
  local_id: number
  /** JSON; of a card about removals, with the service's ids of the records. */
  detail: string
}

const isOn = ({ detail }: Card) => {
  const { remotes } = JSON.parse(detail) as { remotes: number[] }
  return ({ remote }: { remote: number }) => remotes.includes(remote)
}

export function makeSentAgain(sqlite: () => Sqlite.Database, now: () => number): SentAgain {
  const again = new Map<string, Again>()
  return {
    take(written) {
      for (const { resource, actor, after } of written) {
        if (resource !== 'inbox' || actor !== 'person') continue
        const card = JSON.parse(after!) as Card
        if (card.kind !== 'gone' && card.kind !== 'removals') continue
        const text = `select remote_id as remote, local_id as local from sync_record
          where resource = ? and remote_id is not null`
        const known = looking(sqlite(), text).all(card.resource) as {
          remote: number
          local: number
        }[]
        const answer = { at: now(), knew: new Set(known.map(({ remote }) => remote)) }
        const locals =
          card.kind === 'gone'
            ? [card.local_id]
            : known.filter(isOn(card)).map(({ local }) => local)
        for (const local of locals) again.set(nameOf(card.resource, local), answer)
      }
    },
    of: (kind, local) => again.get(nameOf(kind, local)),
    forget: () => again.clear(),
  }
}
