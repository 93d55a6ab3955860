/**
 * Checks unsent changes and deletions in a copied folder: none is sent before the person has
 * decided, since the machine that continued with the original may have sent it, and changed it
 * again.
 */
import type Sqlite from 'better-sqlite3'
import { kindOfResource, type Kind } from './kinds.ts'
import { looking } from './looking.ts'
import { nameOf, type Written } from './wishes.ts'

export interface Doubted {
  /** Another machine continues with a copy, which is as the database is now. */
  begin(): void
  /** Records what the person did. */
  decided(written: readonly Written[]): void
  /** Checks a request before it leaves. */
  asked(method: string, path: string): void
}

/** An answered card, as history stores it. */
interface Answered {
  resource: string
  kind: string
  records: { local_id: number }[]
}

export function makeDoubted(
  sqlite: () => Sqlite.Database,
  fail: (invariant: number, what: string) => void,
): Doubted {
  const doubted = new Set<string>()

  function answered({ resource, kind, records }: Answered, summary: string): void {
    // Saying that each is to be asked about decides nothing.
    if (kind === 'moved' && summary.startsWith('Asked')) return
    for (const { local_id: local } of records) doubted.delete(nameOf(resource, local))
  }

  return {
    begin() {
      const unsent = looking(
        sqlite(),
        `select resource, local_id as local from sync_record
        where remote_id is not null and (dirty = 1 or deleted = 1)`,
      ).all() as { resource: Kind; local: number }[]
      for (const { resource, local } of unsent) doubted.add(nameOf(resource, local))
    },
    decided(written) {
      if (doubted.size === 0) return
      for (const { resource, local_id: local, after, actor, summary } of written) {
        if (actor !== 'person') continue
        if (resource === 'inbox') answered(JSON.parse(after!) as Answered, summary)
        else doubted.delete(nameOf(resource, local))
      }
    },
    /** Invariant 6. */
    asked(method, path) {
      if (doubted.size === 0 || (method !== 'PUT' && method !== 'DELETE')) return
      const [, resource, id] = path.split('?')[0]!.split('/')
      const kind = kindOfResource(resource)
      const text = 'select local_id as local from sync_record where resource = ? and remote_id = ?'
      const row = looking(sqlite(), text).get(kind, Number(id)) as { local: number } | undefined
      if (!kind || !row || !doubted.has(nameOf(kind, row.local))) return
      fail(6, `${method} ${kind} ${id} left from a copy before the person decided`)
    },
  }
}
