/** The uids by which a service with the capability `uid` recognizes what a machine created. */
import type Sqlite from 'better-sqlite3'
import { looking } from './looking.ts'
import { nameOf } from './wishes.ts'

/** The uids of the records of one machine. */
export interface Uids {
  /** To be called after each commit. */
  committed(): void
  /** The uid that was given to a record, even if another one took it since. */
  of(kind: string, local: number): string | undefined
  /** Another database continues. */
  forget(): void
}

export function makeUids(sqlite: () => Sqlite.Database): Uids {
  const uids = new Map<string, string>()
  interface Row {
    resource: string
    local: number
    uid: string
  }
  const isTracked = (name: string): boolean => {
    const [kind, local] = name.split(' ')
    const text = 'select 1 from sync_record where resource = ? and local_id = ?'
    return looking(sqlite(), text).get(kind, Number(local)) !== undefined
  }
  return {
    committed() {
      const text = 'select resource, local_id as local, uid from entry_uid'
      const rows = looking(sqlite(), text).all() as Row[]
      const now = new Map(rows.map(({ resource, local, uid }) => [nameOf(resource, local), uid]))
      for (const name of uids.keys()) if (!now.has(name) && !isTracked(name)) uids.delete(name)
      for (const [name, uid] of now) uids.set(name, uid)
    },
    of: (kind, local) => uids.get(nameOf(kind, local)),
    forget: () => uids.clear(),
  }
}
