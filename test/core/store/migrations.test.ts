/** Databases of released versions, opened by this one: every row in every state is carried over. */
import { readFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { latestLinePerRecord, readJournal } from '#core/backup/journal-format.ts'
import { changeSummary, listChanges } from '#core/store/history/change-history.ts'
import { migrations } from '#core/store/migrations/index.ts'
import { listTimes } from '#core/store/resources/times.ts'
import { core, sentences } from '#shared/sentences/de/core.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import { createTranslator } from '#shared/sentences/translator.ts'
import { connectedRecord, openAccount, placesOf } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { organisation } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const translate = createTranslator({ core, sentences })

type Row = Record<string, unknown>

/** Opens the frozen database as the file of an account; returns its rows by table. */
function frozen(name: string): { folder: string; before: Map<string, Row[]> } {
  const folder = testFolder()
  const database = new Sqlite(placesOf(folder).database)
  database.pragma('foreign_keys = off')
  database.exec(readFileSync(new URL(`fixtures/${name}.sql`, import.meta.url), 'utf8'))
  database.pragma('journal_mode = wal')
  const before = rowsIn(database)
  database.close()
  return { folder, before }
}

function rowsIn(database: Sqlite.Database): Map<string, Row[]> {
  const tables = database
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
    )
    .pluck()
    .all()
  return new Map(
    tables.map((table) => [table, database.prepare<[], Row>(`select * from "${table}"`).all()]),
  )
}

it.for(['client-0.1.0'])('carries every row of %s over, after a verified backup', async (name) => {
  const { folder, before } = frozen(name)
  const open = await openAccount(folder, { record: connectedRecord })
  const [backup] = open.databaseKeeper.backups.list()
  expect(backup).toMatchObject({ kind: 'before-migration' })
  expect(await open.databaseKeeper.check(true)).toEqual({ sound: true, problems: [] })
  await open.close()

  const database = new Sqlite(placesOf(folder).database, { readonly: true })
  const after = rowsIn(database)
  database.close()
  for (const [table, rows] of before) {
    // Later versions add columns and rows; what was there stays as it was.
    const kept = after.get(table)!
    if (table === 'organisation' || table === 'setting') continue
    expect(kept.length, table).toBeGreaterThanOrEqual(rows.length)
    for (const row of rows) expect(kept, table).toContainEqual(expect.objectContaining(row))
  }
  const done = after.get('migration')!.map((row) => row['name'])
  expect(done).toEqual(
    expect.arrayContaining(
      migrations.filter(({ group }) => group !== 'service').map((m) => m.name),
    ),
  )
})

it('says in German what an older version wrote in its history as text', async () => {
  const open = await openAccount(frozen('client-0.1.0').folder, { record: connectedRecord })
  const changes = await listChanges(open.store.db, { limit: 100 })
  const [undone, ...others] = changes
  const [changed, , received] = others.slice(-3)
  expect([undone, changed, received].map((one) => translate(changeSummary(one!)))).toEqual([
    'Rückgängig gemacht: Eintrag hinzugefügt',
    '„changed here“ geändert',
    '3 Einträge vom Dienst empfangen',
  ])
  const again = sentence('Redone: {summary}', { summary: changeSummary(changed!) })
  expect(translate(again)).toBe('Wiederholt: „changed here“ geändert')
  await open.close()
})

it('counts, finds and journals what an older version left', async () => {
  const { folder } = frozen('client-0.1.0')
  const open = await openAccount(folder, { record: connectedRecord })
  const { total } = await listTimes(open.store.db, organisation, { limit: 5 })
  expect(total).toBe(10)
  const found = await listTimes(open.store.db, organisation, { query: 'draft' })
  expect(found.data.map(({ notes }) => notes)).toEqual(['a draft'])
  await open.close()
  const lines = latestLinePerRecord(readJournal(placesOf(folder).journal).lines)
  const times = lines.filter(({ resource }) => resource === 'time')
  expect(times.map(({ local }) => local).toSorted((a, b) => a - b)).toEqual([
    2, 3, 4, 5, 6, 7, 8, 9,
  ])
  expect(times.find(({ local }) => local === 4)?.attached['attempt']).toHaveLength(1)
  expect(lines.find(({ resource }) => resource === 'timer')?.row).toMatchObject({
    notes: 'running',
  })
})
