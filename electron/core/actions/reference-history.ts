/**
 * The history codecs of projects, clients, tasks and charges: the row, and the remote id where the
 * record was added by it.
 */
import { sql, type Selectable } from 'kysely'
import { fail, unwrap } from '#shared/errors.ts'
import type { Address, Contact } from '#shared/resources/client.ts'
import { covering } from '#shared/rules/field-groups.ts'
import { insertCharge, updateCharge } from '../store/resources/charges.ts'
import { insertClient, updateClient } from '../store/resources/clients.ts'
import type { Db, Trx } from '../store/database/db.ts'
import { insertProject, updateProject } from '../store/resources/projects.ts'
import { linkRemoteId, readRemoteIds, provisionalTie } from '../store/sync/sync-records.ts'
import type { ChargeTable, ClientTable, ProjectTable, TaskTable } from '../store/tables/index.ts'
import { insertTask, updateTask } from '../store/resources/tasks.ts'
import { presentColumns, changedColumns, type HistoryCodec } from './history-codec.ts'
import { quoteTitle } from './record-titles.ts'

interface Rows {
  project: Selectable<ProjectTable>
  client: Selectable<ClientTable>
  task: Selectable<TaskTable>
  charge: Selectable<ChargeTable>
}
type Kind = keyof Rows
type Row<K extends Kind> = Rows[K] & { remote: number | null }

/** Columns that no person decides: whose record it is, what the store computes, and its dates. */
type Computed = 'id' | 'organisation_id' | 'tie' | 'name_fold' | 'code_fold' | 'search' | Dated
type Dated = 'created_at' | 'updated_at'
type Decided<K extends Kind> = Exclude<keyof Rows[K] & string, Computed>

/**
 * How a kind is written, and which columns refer to it: a record that is referred to cannot be
 * removed.
 */
interface Writing<K extends Kind> {
  decided: readonly (readonly (keyof Rows[K] & string)[])[]
  insert(trx: Trx, row: never): Promise<number>
  update(trx: Trx, id: number, change: never): Promise<void>
  named: readonly (readonly [table: string, column: string])[]
}

const writings: { readonly [K in Kind]: Writing<K> } = {
  project: {
    decided: covering<Decided<'project'>, readonly Decided<'project'>[]>()([
      ['client_id'],
      ['status'],
      ['name'],
      ['code'],
      ['description'],
      ['currency'],
      ['increment'],
      ['budget'],
      ['budget_type'],
      ['start_date'],
      ['end_date'],
      ['type'],
      ['rate'],
      ['deleted'],
    ]),
    insert: insertProject,
    update: updateProject,
    named: [
      ['time_entry', 'project_id'],
      ['expense', 'project_id'],
      ['timer', 'project_id'],
    ],
  },
  client: {
    decided: covering<Decided<'client'>, readonly Decided<'client'>[]>()([
      ['code'],
      ['name'],
      ['phone'],
      ['fax'],
      ['contact'],
      ['address'],
      ['postal'],
      ['deleted'],
    ]),
    insert: insertClient,
    update: updateClient,
    named: [['project', 'client_id']],
  },
  task: {
    decided: covering<Decided<'task'>, readonly Decided<'task'>[]>()([['name'], ['deleted']]),
    insert: insertTask,
    update: updateTask,
    named: [
      ['time_entry', 'task_id'],
      ['timer', 'task_id'],
      ['category_task', 'task_id'],
    ],
  },
  charge: {
    decided: covering<Decided<'charge'>, readonly Decided<'charge'>[]>()([
      ['name'],
      ['charge'],
      ['unit'],
      ['currency'],
      ['deleted'],
    ]),
    insert: insertCharge,
    update: updateCharge,
    named: [
      ['expense', 'charge_id'],
      ['category_charge', 'charge_id'],
    ],
  },
}

/** Client columns that the store takes as values and stores as JSON. */
const kept = ['contact', 'address', 'postal'] as const

/** Converts columns of a table to the values that the store's writes take. */
function values(columns: Record<string, unknown>): never {
  const plain = { ...columns }
  if ('deleted' in plain) plain['deleted'] = plain['deleted'] === 1
  for (const column of kept) {
    const text = plain[column]
    if (typeof text === 'string') plain[column] = JSON.parse(text) as Address | Contact
  }
  return plain as never
}

function keptReference<K extends Kind>(kind: K): HistoryCodec<Row<K>> {
  const { decided, insert, update, named } = writings[kind]
  const dated: readonly Dated[] = ['created_at', 'updated_at']
  const written = [...decided.flatMap((group) => [...group]), ...dated]

  const isNamed = async (db: Db, id: number): Promise<boolean> => {
    for (const [table, column] of named) {
      const { rows } = await sql`select 1 from ${sql.table(table)}
        where ${sql.ref(column)} = ${id} limit 1`.execute(db)
      if (rows.length > 0) return true
    }
    return false
  }

  return {
    groups: decided,

    async read(db, local) {
      const row = await db
        .selectFrom(kind as 'task')
        .selectAll()
        .where('id', '=', local)
        .executeTakeFirst()
      if (!row) return undefined
      const remote = (await readRemoteIds(db, kind, [local])).get(local) ?? null
      return { ...row, remote } as unknown as Row<K>
    },

    async write(trx, row, current) {
      if (current) {
        const change = changedColumns<Rows[K], keyof Rows[K]>(row, current, written)
        if (Object.keys(change).length > 0) await update(trx, row.id, values(change))
        return
      }
      const columns = presentColumns<Rows[K], keyof Rows[K]>(row, written)
      const { id, organisation_id, remote = null } = row
      const tie = remote ?? provisionalTie(id)
      await insert(trx, values({ ...columns, id, organisation_id, tie }))
      if (remote !== null) await linkRemoteId(trx, kind, id, remote)
    },

    async remove(trx, row) {
      if (await isNamed(trx, row.id)) {
        unwrap(
          kind === 'client'
            ? fail('conflict', 'Projects use this client. Move or delete them first')
            : fail(
                'conflict',
                'Entries, expenses, or categories use this {kind}. Move or delete them first',
                { kind },
              ),
        )
      }
      await trx
        .deleteFrom('sync_record')
        .where('resource', '=', kind)
        .where('local_id', '=', row.id)
        .execute()
      await trx
        .deleteFrom(kind as 'task')
        .where('id', '=', row.id)
        .execute()
    },

    title: (_, row) => Promise.resolve(quoteTitle(row.name)),

    isDeleted: (row) => row.deleted === 1,

    toLive: (row) => ({ ...row, deleted: 0 }),
  }
}

export const projectHistoryCodec = keptReference('project')
export const clientHistoryCodec = keptReference('client')
export const taskHistoryCodec = keptReference('task')
export const chargeHistoryCodec = keptReference('charge')
