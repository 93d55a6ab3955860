/**
 * The epoch of a service's database (docs/API.md, Epochs). A database that was set back has no memory
 * of that, so its backups have no epoch, and it begins one when it is opened.
 */
import { sql } from 'kysely'
import type { ServiceEpoch } from '#shared/resources/service-info.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { readLastChange } from './change-feed.ts'
import type { Db, Trx } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'
import { prepared } from '../database/prepared-query.ts'

/** Ids between the last one known and the first one of an epoch are left out. */
const margin = 100_000

/** Returns undefined for a database whose epoch has not begun. */
export async function readEpoch(db: Db): Promise<ServiceEpoch | undefined> {
  const [row] = await stored(db, {})
  const { epoch, epoch_from, epoch_since } = row!
  if (epoch === null || epoch_from === null || epoch_since === null) return undefined
  return { epoch, epoch_from, epoch_since }
}

const stored = prepared((db) =>
  db.selectFrom('service_state').select(['epoch', 'epoch_from', 'epoch_since']),
)

/**
 * Begins an epoch. Ids continue far above the known ones, so that no record gets the id of one that
 * was lost.
 * @param onlyFirst keeps the epoch of a database that has one, also one that another process began
 *   just now
 */
export async function beginEpoch(
  trx: Trx,
  begun: { epoch: string; now: number },
  { onlyFirst }: { onlyFirst: boolean },
): Promise<void> {
  // Written first: another process that does the same waits for this one.
  const begins = await trx
    .updateTable('service_state')
    .set({ epoch: begun.epoch, epoch_since: toTimestamp(begun.now) })
    .$if(onlyFirst, (update) => update.where('epoch', 'is', null))
    .returning('id')
    .executeTakeFirst()
  if (!begins) return
  const epoch_from = (await readLastChange(trx)) ?? toTimestamp(0)
  await trx.updateTable('service_state').set({ epoch_from }).execute()
  const { rows } = await sql`select 1 from organisation limit 1`.execute(trx)
  // An empty database has given no ids.
  if (rows.length > 0) await (isPostgres(trx) ? moveSequences(trx) : moveAutoincrements(trx))
}

const firstIdAfter = (last: number): number => Math.ceil((last + margin + 1) / margin) * margin

async function moveAutoincrements(trx: Trx): Promise<void> {
  const { rows } = await sql<{ name: string; last: number }>`
    select t.name, coalesce(s.seq, 0) as last
    from sqlite_schema t left join sqlite_sequence s on s.name = t.name
    where t.type = 'table' and t.sql like '% autoincrement%'`.execute(trx)
  for (const { name, last } of rows) {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(trx)
    await sql`insert into sqlite_sequence (name, seq)
      values (${name}, ${firstIdAfter(last) - 1})`.execute(trx)
  }
}

async function moveSequences(trx: Trx): Promise<void> {
  const { rows } = await sql<{ name: string; last: number }>`
    select format('%I', sequencename) as name, coalesce(last_value, 0) as last
    from pg_sequences where schemaname = current_schema()`.execute(trx)
  for (const { name, last } of rows) {
    await sql`select setval(${name}::regclass, ${firstIdAfter(Number(last))}, false)`.execute(trx)
  }
}
