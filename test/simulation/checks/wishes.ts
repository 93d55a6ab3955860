/**
 * What the person wants of each record, taken from the history that commits with every edit; so it
 * is known exactly, whenever the process dies.
 */
import { looking } from './looking.ts'
import type Sqlite from 'better-sqlite3'
import { kindNames, kinds, type Groups, type Kind, type Row } from './kinds.ts'

export interface Wish {
  kind: Kind
  local: number
  /** By group: the value that was written last, and that still is the person's. */
  groups: Map<string, string>
  /**
   * By group: the base of the wish, as in merging: what the service had acknowledged then. A member
   * that was added and removed unsent was never there, and may come from another machine.
   */
  before: Map<string, string>
  removed: boolean
  /** The second half of a split: the groups that it took from the first, and did not change since. */
  inherited: Set<string>
  /** The local id of that first half. */
  first: number | null
  /** The person added it here. */
  made: boolean
  /** Every record of the service that this one ever was, by its identity. */
  remotes: Set<string>
}

export interface Wishes {
  /** Reads what the person did in the transactions since the last call. */
  read(): { removed: Set<string>; written: readonly Written[] }
  /** The wish for the record, created when there is none. */
  of(kind: Kind, local: number): Wish
  /** The record is to be created again: its wish has no base. */
  anew(kind: Kind, local: number): void
  all(): Iterable<Wish>
  /** Saves the current wishes. @returns restores them, as the database does on a rollback */
  keep(): () => void
}

/** What history says of one record. */
export interface Written {
  resource: string
  local_id: number
  before: string | null
  after: string | null
  actor: string
  /** Of the change that it belongs to, as its summary. */
  action: string
  summary: string
}

/** A card of the inbox as history stores it. */
interface Card {
  resource: string
  local_id: number
  kind: string
  detail: string
  resolved_at: number | null
  records: { local_id: number; remote_id: number | null; dirty: 0 | 1; deleted: 0 | 1 }[]
}

export const nameOf = (kind: string, local: number): string => `${kind} ${local}`

export function makeWishes(sqlite: () => Sqlite.Database): Wishes {
  const wishes = new Map<string, Wish>()
  let known = lastChange(sqlite())

  function of(kind: Kind, local: number): Wish {
    const name = nameOf(kind, local)
    let wish = wishes.get(name)
    if (!wish) {
      wish = {
        kind,
        local,
        groups: new Map(),
        before: new Map(),
        inherited: new Set(),
        first: null,
        removed: false,
        made: false,
        remotes: new Set(),
      }
      wishes.set(name, wish)
    }
    return wish
  }

  /**
   * What answering a card, or undoing the answer, says about records without changing their rows.
   */
  function takeAnswer(row: { before: string | null; after: string | null }): void {
    const before = JSON.parse(row.before!) as Card
    const after = JSON.parse(row.after!) as Card
    const kind = kindNames.find((one) => one === after.resource)
    if (!kind) return
    const { deletedHere } = JSON.parse(after.detail) as { deletedHere?: true }
    // The record counts as wanted, unless the answer deletes it, which a row of its own says.
    if (deletedHere) of(kind, after.local_id).removed = after.resolved_at === null
    // A record may have come back after its removal was done, and be asked about as lost, or gone.
    if (after.resolved_at !== null && ['gone', 'removals'].includes(after.kind)) {
      for (const { local_id: local, dirty, deleted } of after.records) {
        if (dirty && !deleted && !asksAboutDeletion(sqlite(), kind, local)) {
          of(kind, local).removed = false
        }
      }
    }
    const had = new Map(before.records.map((one) => [one.local_id, one.remote_id]))
    for (const { local_id: local, remote_id: remote } of after.records) {
      if (remote === null && (had.get(local) ?? null) !== null) wantAnew(kind, local)
    }
  }

  /** The service does not have it any more, and is to get all of it again. */
  function wantAnew(kind: Kind, local: number): void {
    const row = rowIn(sqlite(), kind, local)
    if (!row) return
    const wish = of(kind, local)
    wish.remotes.clear()
    for (const [group, value] of Object.entries(row)) {
      wish.groups.set(group, value)
      wish.before.set(group, '[]')
    }
  }

  return {
    read() {
      const removed = new Set<string>()
      const last = lastChange(sqlite())
      if (last === known) return { removed, written: [] }
      const written = historySince(sqlite(), known)
      for (const row of written) {
        if (row.resource === 'inbox' && row.actor === 'person') takeAnswer(row)
        const kind = kindNames.find((one) => one === row.resource)
        if (!kind) continue
        const wish = of(kind, row.local_id)
        const before = row.before === null ? null : (JSON.parse(row.before) as Row)
        const after = row.after === null ? null : (JSON.parse(row.after) as Row)
        const remote = remoteIn(sqlite())
        if (row.actor !== 'person') {
          // The service decides the length of an increment; the count follows and is not wished by
          // the person.
          if (before?.increment !== after?.increment) wish.groups.delete('quantity')
          continue
        }
        if (before === null) {
          wish.made = true
          wish.first = kind === 'time' ? firstHalfOf(sqlite(), row.local_id) : null
        }
        wish.removed = after === null || kinds[kind].isRemoved(after)
        if (!after || wish.removed) {
          removed.add(nameOf(kind, row.local_id))
          wish.groups.clear()
          continue
        }
        const existed = before !== null && !kinds[kind].isRemoved(before)
        const was = existed ? kinds[kind].ofRow(before, remote) : null
        const base = existed ? acknowledgedIn(sqlite(), kind, row.local_id) : undefined
        const first =
          before === null && wish.first !== null ? rowIn(sqlite(), kind, wish.first) : null
        for (const [group, value] of Object.entries(kinds[kind].ofRow(after, remote))) {
          if (was?.[group] === value) continue
          wish.groups.set(group, value)
          wish.before.set(group, base?.[group] ?? '[]')
          if (group !== 'quantity' && first?.[group] === value) wish.inherited.add(group)
          else wish.inherited.delete(group)
        }
      }
      known = last
      return { removed, written }
    },
    of,
    anew(kind, local) {
      const { before } = of(kind, local)
      for (const group of before.keys()) before.set(group, '[]')
    },
    all: () => wishes.values(),
    keep() {
      const kept = structuredClone(wishes)
      const last = known
      return () => {
        wishes.clear()
        for (const [name, wish] of structuredClone(kept)) wishes.set(name, wish)
        known = last
      }
    },
  }
}

const lastChange = (sqlite: Sqlite.Database): number =>
  (looking(sqlite, 'select max(id) as id from change').get() as { id: number | null }).id ?? 0

const historySince = (sqlite: Sqlite.Database, change: number) =>
  looking(
    sqlite,
    `select h.resource, h.local_id, h.before, h.after, c.actor, c.action, c.summary
      from history h
      join change c on c.id = h.change_id where c.id > ? order by h.id`,
  ).all(change) as Written[]

/** True while a card asks whether a record that was deleted here is to be deleted after all. */
const asksAboutDeletion = (sqlite: Sqlite.Database, kind: Kind, local: number): boolean =>
  looking(
    sqlite,
    `select 1 from inbox where resource = ? and local_id = ? and resolved_at is null
      and json_extract(detail, '$.deletedHere') is not null`,
  ).get(kind, local) !== undefined

/** Where a split created the entry, the local id of its first half. */
const firstHalfOf = (sqlite: Sqlite.Database, local: number): number | null =>
  (
    looking(sqlite, 'select first_id as first from split_half where local_id = ?').get(local) as
      { first: number } | undefined
  )?.first ?? null

/**
 * The last version of a record that the service acknowledged, by group; undefined when it never
 * did.
 */
function acknowledgedIn(sqlite: Sqlite.Database, kind: Kind, local: number): Groups | undefined {
  const text = 'select base from sync_record where resource = ? and local_id = ?'
  const record = looking(sqlite, text).get(kind, local) as { base: string | null } | undefined
  return record?.base ? kinds[kind].ofWire(record.base) : undefined
}

/** The current version of a record in this database, by group; undefined where there is none. */
export function rowIn(sqlite: Sqlite.Database, kind: Kind, local: number): Groups | undefined {
  const row = looking(sqlite, `select * from (${kinds[kind].select}) where id = ?`).get(local)
  return row === undefined ? undefined : kinds[kind].ofRow(row as Row, remoteIn(sqlite))
}

/** The service's id of a local record, as stored in this database. */
export function remoteIn(sqlite: Sqlite.Database) {
  const statement = looking(
    sqlite,
    'select remote_id from sync_record where resource = ? and local_id = ?',
  )
  return (resource: string, local: number | null): number | null =>
    local === null
      ? null
      : ((statement.get(resource, local) as { remote_id: number | null } | undefined)?.remote_id ??
        null)
}
