/**
 * Entries that a person split: the second half leaves only once the service has shown that it has
 * the first one as short as the split left it, so that the minutes never count twice there.
 */
import type Sqlite from 'better-sqlite3'
import { looking } from './looking.ts'

export interface Halves {
  /** To be called after each commit. */
  committed(): void
  /** Invariant 18, when a create leaves. */
  posted(local: number): void
  /** Another database continues. */
  forget(): void
}

interface Split {
  first: number
  /** Increments that the split left to the first half. */
  quantity: number
  isShortThere: boolean
}

interface Row {
  half: number
  first: number
  quantity: number
  remote: number | null
  there: number | null
}

export function makeHalves(
  sqlite: () => Sqlite.Database,
  fail: (invariant: number, what: string) => void,
): Halves {
  const splits = new Map<number, Split>()

  const rows = (): Row[] =>
    looking(
      sqlite(),
      `select h.local_id as half, h.first_id as first, t.quantity, r.remote_id as remote,
        json_extract(r.base, '$.quantity') as there
      from split_half h join time_entry t on t.id = h.first_id
      join sync_record r on r.resource = 'time' and r.local_id = h.first_id`,
    ).all() as Row[]

  return {
    committed() {
      const standing = new Map(rows().map((row) => [row.half, row]))
      for (const row of standing.values()) {
        const { half, first, quantity } = row
        const split = splits.get(half) ?? { first, quantity, isShortThere: false }
        // What was never there cannot count twice, and a length that was changed since is another.
        if (row.remote === null || row.there === split.quantity || quantity !== split.quantity) {
          split.isShortThere = true
        }
        splits.set(half, split)
      }
      for (const [half, split] of splits) if (!standing.has(half)) split.isShortThere = true
    },
    posted(local) {
      const split = splits.get(local)
      if (!split || split.isShortThere) return
      fail(18, `time ${local} left before time ${split.first} was ${split.quantity} there`)
    },
    forget: () => splits.clear(),
  }
}
