/**
 * What the person did on a machine, and which record each act created: as they know it, without the
 * uids that the engine gives.
 */
import type Sqlite from 'better-sqlite3'
import type { Held } from '../service/held.ts'
import { kinds, type Groups, type Row } from './kinds.ts'
import { looking } from './looking.ts'
import { remoteIn } from './wishes.ts'

export interface Act {
  /** Equal where it is one act, on whichever machine it is done. */
  name: string
  change: number
  /** Of the record that it created. */
  work: string
  date: unknown
  /** The machine had not done it before. */
  isFirst: boolean
  /** The service's ids of the times that were known here. */
  knew: ReadonlySet<number>
}

export interface Acts {
  /** The person did something, in one change. */
  did(change: number, name: string): void
  of(local: number): Act | undefined
  /** A time here is this record now, which another one created. */
  took(local: number, held: Held): void
  /** Acts of this machine, each with the record of other work, or another day, that it became. */
  readonly taken: readonly { act: Act; held: Held }[]
  /** What a split or a copy is of, as the service has it; undefined where it does not. */
  source(local: number): { id: number; created_at: string; updated_at: string } | undefined
  /** Another database continues. */
  forget(): void
}

export function makeActs(sqlite: () => Sqlite.Database): Acts {
  const acts = new Map<number, Act>()
  const done = new Set<string>()
  const taken: { act: Act; held: Held }[] = []
  let goesOn = false

  const known = () =>
    looking(
      sqlite(),
      `select remote_id from sync_record where resource = 'time' and remote_id is not null
      union select remote_id from retired_remote where resource = 'time'`,
    )
      .pluck()
      .all() as number[]

  const isChangedSince = (local: number, change: number): boolean =>
    looking(
      sqlite(),
      `select 1 from history h join change c on c.id = h.change_id where h.resource = 'time'
      and h.local_id = ? and h.change_id > ? and c.actor = 'person'`,
    ).get(local, change) !== undefined

  return {
    did(change, name) {
      const made = looking(
        sqlite(),
        `select local_id as local, after from history where change_id = ? and resource = 'time'
        and before is null and after is not null`,
      ).all(change) as { local: number; after: string }[]
      for (const { local, after } of made) {
        const row = JSON.parse(after) as Row
        const isFirst = !goesOn && !done.has(name)
        const { work } = kinds.time.ofRow(row, remoteIn(sqlite())) as Groups & { work: string }
        acts.set(local, { name, change, work, date: row.date, isFirst, knew: new Set(known()) })
        done.add(name)
      }
    },
    of: (local) => acts.get(local),
    took(local, held) {
      const act = acts.get(local)
      if (!act || isChangedSince(local, act.change)) return
      const isAlike =
        kinds.time.ofValues(held.values).work === act.work && held.values.date === act.date
      if (!isAlike) taken.push({ act, held })
    },
    taken,
    source(local) {
      const text = `
        select base from sync_record
        where resource = 'time' and local_id = ? and remote_id is not null`
      const base = looking(sqlite(), text).pluck().get(local) as string | null | undefined
      return base ? (JSON.parse(base) as ReturnType<Acts['source']>) : undefined
    },
    forget() {
      acts.clear()
      taken.length = 0
      goesOn = true
    },
  }
}
