/**
 * Observes a database while it is written: what a transaction did, reported when it is committed.
 */
import type Sqlite from 'better-sqlite3'
import { kindNames, kinds } from './kinds.ts'

/** What a committed transaction did to a record. */
export type Note =
  /** Its remote id changed. */
  | { is: 'link'; resource: string; local: number; from: number | null; to: number | null }
  /** Its base is one of another creation, under the same remote id. */
  | { is: 'other'; resource: string; local: number; from: string; to: string }
  /** Its row was deleted; `date`: its date on the service. */
  | { is: 'gone'; resource: string; local: number; remote: number | null; date: string | null }

export interface Observer {
  /** A transaction began: what a former one did not finish is forgotten. */
  began(): void
  /** What the transaction changed. */
  committed(): Note[]
}

/** The observer of a database, created before anything happens in it. */
export function observe(sqlite: Sqlite.Database): Observer {
  const made = known.get(sqlite) ?? watch(sqlite)
  known.set(sqlite, made)
  return made
}

const known = new WeakMap<Sqlite.Database, Observer>()

function watch(sqlite: Sqlite.Database): Observer {
  let notes: Note[] = []
  sqlite.function(
    'simulation_link',
    (resource: string, local: number, from: number | null, to: number | null) => {
      if (resource in kinds) notes.push({ is: 'link', resource, local, from, to })
      return null
    },
  )
  sqlite.function(
    'simulation_other',
    (resource: string, local: number, from: string, to: string) => {
      if (resource in kinds) notes.push({ is: 'other', resource, local, from, to })
      return null
    },
  )
  sqlite.function(
    'simulation_gone',
    (resource: string, local: number, remote: number | null, date: string | null) => {
      notes.push({ is: 'gone', resource, local, remote, date })
      return null
    },
  )
  sqlite.exec(`
    create temp trigger simulation_linked after update of remote_id on main.sync_record
    when new.remote_id is not old.remote_id
    begin select simulation_link(new.resource, new.local_id, old.remote_id, new.remote_id); end;
    create temp trigger simulation_new_link after insert on main.sync_record
    when new.remote_id is not null
    begin select simulation_link(new.resource, new.local_id, null, new.remote_id); end;
    create temp trigger simulation_other_base after update of base on main.sync_record
    when new.remote_id is old.remote_id
    and json_extract(new.base, '$.created_at') != json_extract(old.base, '$.created_at')
    begin
      select simulation_other(new.resource, new.local_id,
        json_extract(old.base, '$.created_at'), json_extract(new.base, '$.created_at'));
    end;
    ${kindNames
      .map(
        (kind) => `
    create temp trigger simulation_gone_${kind} ${kinds[kind].goes}
    begin
      select simulation_gone('${kind}', old.id, r.remote_id, json_extract(r.base, '$.date'))
      from (select 1) left join main.sync_record r
      on r.resource = '${kind}' and r.local_id = old.id;
    end;`,
      )
      .join('')}`)
  return {
    began: () => void (notes = []),
    committed() {
      const done = notes
      notes = []
      return done
    },
  }
}
