/** The journal put back into an older database: nothing is lost, and nothing is there twice. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { restoreBackup } from '#core/accounts/recover-database.ts'
import { changeReference } from '#core/actions/references.ts'
import { deleteTimeEntry, updateTimeEntry } from '#core/actions/times.ts'
import { removeDatabase } from '#core/backup/inspect-database.ts'
import {
  formatJournalHead,
  latestLinePerRecord,
  readJournal,
  parseJournal,
  formatJournalLine,
} from '#core/backup/journal-format.ts'
import { linkRemoteId } from '#core/store/sync/sync-records.ts'
import { unwrap } from '#shared/errors.ts'
import {
  connectedRecord,
  entries,
  localRecord,
  notes,
  openAccount,
  placesOf,
  quietPorts,
  work,
  type OpenAccount,
} from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

/** Marks an entry as acknowledged by the service, as sync does. */
async function acknowledge({ store }: OpenAccount, local: number, remote: number): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    await linkRemoteId(trx, 'time', local, remote)
    await trx
      .updateTable('sync_record')
      .set({ dirty: 0, base: JSON.stringify({ acknowledged: remote }) })
      .where('resource', '=', 'time')
      .where('local_id', '=', local)
      .execute()
    await trx.deleteFrom('attempt').where('local_id', '=', local).execute()
  })
}

async function attempt({ store }: OpenAccount, local: number): Promise<void> {
  await store.db
    .insertInto('attempt')
    .values({
      resource: 'time',
      local_id: local,
      kind: 'create',
      key: `key ${local}`,
      body: '{"notes":"as it was sent"}',
      sent: '{}',
      sent_at: 1_000,
      quarantine_until: null,
      idempotency_key: 'once',
    })
    .execute()
}

/** Restores the only backup and opens the account again. */
async function goBack(folder: string, open: OpenAccount): Promise<OpenAccount> {
  const [backup] = open.databaseKeeper.backups.list()
  await open.close()
  const paths = placesOf(folder)
  const file = join(paths.backups, backup!.name)
  const ports = quietPorts(folder)
  unwrap(await restoreBackup({ ports, record: connectedRecord }, paths, file))
  return openAccount(folder, { record: connectedRecord })
}

const copiedOf = ({ store }: OpenAccount) =>
  store.db
    .selectFrom('sync_record')
    .select('local_id')
    .where('resource', '=', 'time')
    .where('copied_at', 'is not', null)
    .execute()

const syncOf = ({ store }: OpenAccount) =>
  store.db
    .selectFrom('sync_record')
    .select(['local_id', 'remote_id', 'dirty', 'deleted'])
    .where('resource', '=', 'time')
    .orderBy('local_id')
    .execute()

describe('a backup from before', () => {
  it('does not send again what was acknowledged since', async () => {
    const folder = testFolder()
    const open = await openAccount(folder, { record: connectedRecord })
    const [first, second] = await work(open, 2)
    unwrap(await open.databaseKeeper.backups.make('daily'))
    await acknowledge(open, first!, 501)
    const again = await goBack(folder, open)
    expect(await syncOf(again)).toEqual([
      { local_id: first, remote_id: 501, dirty: 0, deleted: 0 },
      { local_id: second, remote_id: null, dirty: 1, deleted: 0 },
    ])
    expect(await notes(again)).toEqual(entries(2))
  })

  it('knows of an attempt whose reply is missing, so that it is looked for before it is sent', async () => {
    const folder = testFolder()
    const open = await openAccount(folder, { record: connectedRecord })
    const [local] = await work(open, 1)
    unwrap(await open.databaseKeeper.backups.make('daily'))
    await attempt(open, local!)
    const again = await goBack(folder, open)
    const attempts = await again.store.db.selectFrom('attempt').selectAll().execute()
    expect(attempts).toMatchObject([
      {
        local_id: local,
        key: `key ${local}`,
        body: '{"notes":"as it was sent"}',
        sent_at: 1_000,
        quarantine_until: null,
        idempotency_key: 'once',
      },
    ])
  })

  it('keeps a deletion that was not sent, and one of an entry that exists only here', async () => {
    const folder = testFolder()
    const open = await openAccount(folder, { record: connectedRecord })
    const [sent, never, stays] = await work(open, 3)
    await acknowledge(open, sent!, 501)
    unwrap(await open.databaseKeeper.backups.make('daily'))
    unwrap(await deleteTimeEntry(open.context, sent!))
    unwrap(await deleteTimeEntry(open.context, never!))
    const again = await goBack(folder, open)
    expect(await notes(again)).toEqual(['entry 2'])
    expect(await syncOf(again)).toEqual([
      { local_id: sent, remote_id: 501, dirty: 0, deleted: 1 },
      { local_id: stays, remote_id: null, dirty: 1, deleted: 0 },
    ])
    const trash = await again.store.db.selectFrom('trash').select('local_id').execute()
    expect(trash.map((row) => row.local_id)).toEqual([sent, never])
  })

  it('gets the newest form of an entry, and of the project that was made for it', async () => {
    const folder = testFolder()
    const open = await openAccount(folder, { record: connectedRecord })
    const [local] = await work(open, 1)
    unwrap(await open.databaseKeeper.backups.make('daily'))
    unwrap(await updateTimeEntry(open.context, local!, { notes: 'in other words' }))
    const { id } = await open.store.db.selectFrom('project').select('id').executeTakeFirstOrThrow()
    unwrap(await changeReference(open.context, 'project', id, { name: 'Relaunch' }))
    const again = await goBack(folder, open)
    expect(await notes(again)).toEqual(['in other words'])
    const projects = await again.store.db.selectFrom('project').select('name').execute()
    expect(projects).toEqual([{ name: 'Relaunch' }])
  })

  it('never reuses an id that the journal names', async () => {
    const folder = testFolder()
    const open = await openAccount(folder, { record: connectedRecord })
    await work(open, 1)
    unwrap(await open.databaseKeeper.backups.make('daily'))
    const [gone] = await work(open, 1, 1)
    unwrap(await deleteTimeEntry(open.context, gone!))
    const again = await goBack(folder, open)
    const [fresh] = await work(again, 1, 2)
    expect(fresh).toBeGreaterThan(gone!)
  })

  it('can be restored twice over', async () => {
    const folder = testFolder()
    const open = await openAccount(folder, { record: connectedRecord })
    await work(open, 2)
    unwrap(await open.databaseKeeper.backups.make('daily'))
    await work(open, 2, 2)
    const once = await goBack(folder, open)
    await work(once, 2, 4)
    const twice = await goBack(folder, once)
    expect(await notes(twice)).toEqual(entries(6))
  })
})

describe('a backup of another machine', () => {
  it('takes over what was unsent here, under new ids', async () => {
    const there = testFolder()
    const theirs = await openAccount(there)
    await work(theirs, 3)
    const copy = join(there, 'copy.db')
    unwrap(await theirs.databaseKeeper.backups.writeTo(copy))

    const here = testFolder()
    const mine = await openAccount(here)
    await work(mine, 2, 3)
    await mine.close()
    const paths = placesOf(here)
    unwrap(await restoreBackup({ ports: quietPorts(here), record: localRecord }, paths, copy))
    const again = await openAccount(here)
    expect(await notes(again)).toEqual(entries(5))
    expect(await again.store.db.selectFrom('project').select('name').execute()).toHaveLength(1)
  })

  it('of another account is refused, and nothing is touched', async () => {
    const there = testFolder()
    const theirs = await openAccount(there, { record: { ...connectedRecord, user: 'max' } })
    const copy = join(there, 'copy.db')
    unwrap(await theirs.databaseKeeper.backups.writeTo(copy))
    const here = testFolder()
    const mine = await openAccount(here, { record: connectedRecord })
    await work(mine, 1)
    await mine.close()
    const recovering = { ports: quietPorts(here), record: connectedRecord }
    expect(await restoreBackup(recovering, placesOf(here), copy)).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
    expect(await notes(await openAccount(here, { record: connectedRecord }))).toEqual(entries(1))
  })
})

describe('a journal', () => {
  it('that was cut in the middle of its last line counts up to there, and continues', async () => {
    const folder = testFolder()
    const { journal } = placesOf(folder)
    const open = await openAccount(folder)
    await work(open, 3)
    await open.close()
    const whole = readFileSync(journal, 'utf8')
    writeFileSync(journal, whole.slice(0, -20))
    const again = await openAccount(folder)
    await work(again, 1, 3)
    await again.close()
    const { lines, torn } = readJournal(journal)
    expect(torn).toBe(1)
    const times = latestLinePerRecord(lines).filter(({ resource }) => resource === 'time')
    expect(times.map(({ row }) => row?.['notes'])).toEqual(entries(4))
  })

  it('that was lost is begun again with everything unsent', async () => {
    const folder = testFolder()
    const { journal } = placesOf(folder)
    const open = await openAccount(folder)
    await work(open, 3)
    await open.close()
    rmSync(journal)
    await (await openAccount(folder)).close()
    const times = latestLinePerRecord(readJournal(journal).lines).filter(
      ({ resource }) => resource === 'time',
    )
    expect(times.map(({ row }) => row?.['notes'])).toEqual(entries(3))
  })

  it('of another database is set aside', async () => {
    const [one, other] = [testFolder(), testFolder()]
    for (const folder of [one, other]) {
      const open = await openAccount(folder)
      await work(open, 2)
      await open.close()
    }
    writeFileSync(placesOf(one).journal, readFileSync(placesOf(other).journal))
    const again = await openAccount(one)
    expect(await notes(again)).toEqual(entries(2))
    const { database } = readJournal(placesOf(one).journal).head ?? {}
    await again.close()
    expect(readJournal(placesOf(one).journal).head?.database).not.toBe(database)
  })

  it('skips a line that is nested too deep', () => {
    const deep = JSON.parse('['.repeat(64) + ']'.repeat(64)) as object
    const line = { resource: 'time', local: 1, row: null, sync: null, attached: {} } as const
    const text =
      formatJournalLine({ n: 1, ...line, row: { deep } as never }) +
      formatJournalLine({ n: 2, ...line })
    expect(parseJournal(text)).toMatchObject({ lines: [{ n: 2 }], torn: 1 })
  })

  it('skips a line in which the disk changed a character', () => {
    const state = { resource: 'time', local: 1, row: null, sync: null, attached: {} } as const
    const text =
      formatJournalLine({ n: 1, ...state }) + formatJournalLine({ n: 2, ...state, local: 2 })
    const read = parseJournal(text.replace('"local":1', '"local":7'))
    expect(read.lines.map(({ local }) => local)).toEqual([2])
    expect(read.torn).toBe(1)
  })
})

describe('what is unsent in a backup', () => {
  const record = connectedRecord
  /** An account with an unsent entry in a backup, which is sent afterwards. */
  async function sentSince() {
    const folder = testFolder()
    const open = await openAccount(folder, { record })
    const [local] = await work(open, 1)
    unwrap(await open.databaseKeeper.backups.make('asked'))
    await acknowledge(open, local!, 71)
    await open.databaseKeeper.journal.flush()
    return { folder, open, paths: placesOf(folder), local }
  }

  it('is what the journal says where that reaches past the backup', async () => {
    const { folder, open } = await sentSince()
    expect(await copiedOf(await goBack(folder, open))).toEqual([])
  })

  it('has an unknown outcome without database and journal', async () => {
    const { folder, open, paths, local } = await sentSince()
    const [backup] = open.databaseKeeper.backups.list()
    const file = join(paths.backups, backup!.name)
    await open.close()
    rmSync(paths.journal)
    removeDatabase(paths.database)
    const ports = quietPorts(folder)
    unwrap(await restoreBackup({ ports, record }, paths, file))
    const again = await openAccount(folder, { record })
    expect(await copiedOf(again)).toEqual([{ local_id: local }])
  })

  it('has an unknown outcome where the journal begins after it', async () => {
    const { folder, open, paths, local } = await sentSince()
    const [backup] = open.databaseKeeper.backups.list()
    const file = join(paths.backups, backup!.name)
    await open.close()
    const { head, lines } = readJournal(paths.journal)
    writeFileSync(paths.journal, formatJournalHead(head!.database, lines.at(-1)!.n))
    removeDatabase(paths.database)
    const ports = quietPorts(folder)
    unwrap(await restoreBackup({ ports, record }, paths, file))
    const again = await openAccount(folder, { record })
    expect(await copiedOf(again)).toEqual([{ local_id: local }])
  })
})

it('is not doubled by a newer backup of the original that replaces an older one on another machine', async () => {
  const record = connectedRecord
  const original = testFolder()
  const open = await openAccount(original, { record, ports: { thisMachine: () => 'old' } })
  const [local] = await work(open, 1)
  const older = unwrap(await open.databaseKeeper.backups.make('asked')).file
  await acknowledge(open, local!, 71)
  await work(open, 1, 1)
  const newer = unwrap(await open.databaseKeeper.backups.make('daily')).file
  await open.close()

  const folder = testFolder()
  const paths = placesOf(folder)
  const ports = { thisMachine: () => 'new' }
  const restore = async (file: string) =>
    unwrap(await restoreBackup({ ports: quietPorts(folder, ports), record }, paths, file))
  await (await openAccount(folder, { record, ports })).close()
  await restore(older)
  const between = await openAccount(folder, { record, ports })
  await work(between, 1, 2)
  await between.close()
  await restore(newer)
  const again = await openAccount(folder, { record, ports })
  expect(await notes(again)).toEqual(entries(3))
  expect(await syncOf(again)).toMatchObject([{ remote_id: 71 }, { remote_id: null }, {}])
  expect(await copiedOf(again)).toHaveLength(2)
})
