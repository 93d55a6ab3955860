/**
 * Unsent work that was copied, and in the meantime sent to the service by the original: the copy
 * sends none of it as if it were new.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseIdentityKey } from '#core/backup/database-identity.ts'
import { createCore } from '#core/core.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import type { InboxCard, CardAnswer } from '#shared/resources/inbox-card.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { addReference, startFixture, type Fixture } from '../service/fixture.ts'
import { quietPorts } from '../support/account.ts'
import { testFolder } from '../support/folder.ts'
import { playAt } from '../support/test-day.ts'

playAt('2026-04-15T09:30[UTC]', { because: 'the service of these tests has this clock' })

const date = '2026-04-14'

type Named = { id: number; notes: string }

type Service = Pick<Fixture, 'url' | 'owner'>
type Machine = Awaited<ReturnType<typeof machine>>

/** Opens the program on a data folder; a new one is connected to the service, and reads it. */
async function machine({ url, owner }: Service, name: string, copied?: string) {
  const home = copied ?? testFolder()
  const ports = quietPorts(home, { thisMachine: () => name })
  const core = await createCore(ports, { home, host: 'cli', version: '0', background: false })
  onTestFinished(() => core.close())
  const call = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    unwrap((await core.call(name, input)) as Result<CallValue<Name>>)
  const sync = () => call('sync.now', { wait: true })
  if (copied === undefined) {
    await call('account.connect', { url, token: owner.token })
    await sync()
  }
  return {
    home,
    call,
    sync,
    close: () => core.close(),
    entries: async () =>
      (await call('times.list', { limit: 100 })).data
        .map(({ notes, state }) => `${notes}: ${state}`)
        .toSorted(),
    /** The questions of the inbox, and why. */
    cards: async () =>
      (await call('inbox.list')).map(({ title, note }) => `${title}: ${note}`).toSorted(),
    answerAll: async (take: CardAnswer) => {
      for (const { card } of await call('inbox.list')) await call('inbox.resolve', { card, take })
      await sync()
    },
    reword: async (from: string, to: string) => {
      const { data } = await call('times.list', { limit: 100 })
      const { local } = data.find((time) => time.notes === from)!
      await call('times.update', { local, set: { notes: to }, was: { notes: from } })
    },
  }
}

/** A machine on which a create, an edit and a deletion are unsent. */
async function atWork(service: Service) {
  const app = await machine(service, 'old')
  const project = (await app.call('projects.list', {})).data[0]!.local
  const task = (await app.call('tasks.list', {})).data[0]!.local
  const add = (notes: string, start: number) =>
    app.call('times.create', { project, task, date, start, quantity: 1, notes })
  await add('former words', 60)
  const deleted = await add('taken back', 120)
  await app.sync()
  await add('made', 180)
  await app.reword('former words', 'other words')
  await app.call('times.delete', { local: deleted.local })
  return app
}

/** The deletion is undone, everything is sent, and the edit is reverted to its former text. */
async function goOn(app: Machine) {
  await app.call('history.undo', {})
  await app.sync()
  await app.reword('other words', 'former words')
  await app.sync()
}

/** A new machine with a backup of one that continued. */
async function restoredElsewhere(service: Service, change?: (file: string) => void) {
  const original = await atWork(service)
  const file = join(original.home, 'elsewhere.db')
  await original.call('backup.make', { file })
  change?.(file)
  await goOn(original)
  const copy = await machine(service, 'new')
  await copy.call('backup.restore', { file })
  return copy
}

async function there({ owner }: Service): Promise<string[]> {
  const { data } = (await owner.get('/api/v1/times?limit=100')).body
  return data.map(({ notes }: { notes: string }) => notes).toSorted()
}

/**
 * The backup as written by a version that did not know of copies, nor of the machine it is used on.
 */
function asMadeBefore(file: string) {
  const backup = new Sqlite(file)
  backup.exec(`
    drop index time_entry_without_notes;
    drop index time_entry_by_date;
    drop index time_entry_by_project;
    drop index time_entry_by_task;
    create index time_entry_by_date on time_entry
      (organisation_id, date, start, tie, total, user_id, rate, currency);
    create index time_entry_by_project on time_entry
      (project_id, date, start, tie, total, user_id, organisation_id, rate, currency);
    create index time_entry_by_task on time_entry
      (task_id, date, start, tie, total, user_id, organisation_id, rate, currency);
    drop index change_undoing;
    drop index trash_by_remote;
    drop index sync_record_copied;
    alter table sync_record drop column copied_at;
    alter table attempt drop column searched;
    alter table change drop column sentence;
    drop table split_half;
    drop table entry_uid;
    drop table retired_remote;
    create table retired_remote (
      resource text not null,
      remote_id integer not null,
      local_id integer not null,
      retired_at integer not null,
      primary key (resource, remote_id)
    ) strict, without rowid;
    delete from migration where name >= '0230';
    update setting set value = json_remove(value, '$.machine') where key = '${databaseIdentityKey}';
  `)
  backup.close()
}

const all = ['first', 'former words', 'made', 'taken back']

/** Checks that the copy has asked about everything with an unknown outcome, and sent none of it. */
async function asksFirst(service: Service, copy: Machine) {
  await copy.sync()
  expect(await there(service)).toEqual(all)
  expect(await copy.entries()).toEqual([
    'first: synced',
    'made: synced',
    'other words: conflict',
    'taken back: synced',
  ])
  expect(await copy.cards()).toEqual(['“other words”: copied', '“taken back”: copied-deletion'])
  await copy.answerAll('theirs')
  expect(await copy.entries()).toEqual(all.map((notes) => `${notes}: synced`))
  expect(await there(service)).toEqual(all)
}

describe.each([
  ['a service with all capabilities', capabilities],
  ['a bare service', []],
] as const)('on %s', (_, offered) => {
  /** With an entry, from which a bare service's projects are known. */
  async function offering(): Promise<Service> {
    const fixture = await startFixture({ capabilities: ['reference'] })
    onTestFinished(() => fixture.close())
    const { web, design } = await addReference(fixture.owner)
    const service = await fixture.another({ capabilities: offered })
    onTestFinished(() => service.close())
    const first = { date, start: 0, quantity: 1, notes: 'first' }
    await service.owner.post('/api/v1/times', { ...first, project_id: web, task_id: design })
    return service
  }

  it('a backup that is restored on a new machine asks before it sends its unsent work', async () => {
    const service = await offering()
    const copy = await restoredElsewhere(service)
    await asksFirst(service, copy)
  })

  it('so does a backup that an older version made', async () => {
    const service = await offering()
    const copy = await restoredElsewhere(service, asMadeBefore)
    await asksFirst(service, copy)
  })

  it('two equal entries of a backup are each found on the service', async () => {
    const service = await offering()
    const original = await atWork(service)
    const file = join(original.home, 'elsewhere.db')
    const [project, task] = [
      (await original.call('projects.list', {})).data[0]!.local,
      (await original.call('tasks.list', {})).data[0]!.local,
    ]
    const equal = { project, task, date, start: 300, quantity: 2, notes: 'equal' }
    await original.call('times.create', equal)
    await original.call('times.create', equal)
    await original.call('backup.make', { file })
    await original.sync()
    const copy = await machine(service, 'new')
    await copy.call('backup.restore', { file })
    await copy.sync()
    const wanted = ['equal', 'equal', 'first', 'made', 'other words']
    expect(await there(service)).toEqual(wanted)
    expect(await copy.entries()).toEqual(wanted.map((notes) => `${notes}: synced`))
    expect(await copy.cards()).toEqual([])
  })

  it('asks again, and sends nothing, when the answers are undone', async () => {
    const service = await offering()
    const copy = await restoredElsewhere(service)
    await copy.sync()
    for (const { card } of await copy.call('inbox.list')) {
      await copy.call('inbox.resolve', { card, take: 'mine' })
    }
    await copy.call('history.undo', {})
    await copy.call('history.undo', {})
    await asksFirst(service, copy)
  })

  /** Two machines with one folder: the new one has a copy of it. */
  async function copiedFolder(service: Service) {
    const original = await atWork(service)
    // What is open on one machine, by the files in its folder, is not opened on another.
    await original.close()
    const home = join(testFolder(), 'copied')
    cpSync(original.home, home, { recursive: true })
    return { original: original.home, home }
  }

  it('a data folder that is copied to another machine asks first, too', async () => {
    const service = await offering()
    const { original, home } = await copiedFolder(service)
    await goOn(await machine(service, 'old', original))
    const copy = await machine(service, 'new', home)
    await copy.sync()
    expect(await there(service)).toEqual(all)
    expect(await copy.call('inbox.list')).toMatchObject([
      {
        kind: 'moved',
        title: '2 entries',
        others: [{ title: '“other words”' }, { title: '“taken back”' }],
      },
    ])
    await copy.answerAll('again')
    await asksFirst(service, copy)
  })

  it.each([
    ['copied', 'again'],
    ['moved', 'mine'],
  ] as const)(
    'asks about a record that is wanted again, where the original has created it again, of a folder that is said to be %s',
    async (_said, take) => {
      const service = await offering()
      const app = await atWork(service)
      await app.sync()
      await app.reword('other words', 'wanted')
      const { owner } = service
      const there = async () => (await owner.get('/api/v1/times?limit=100')).body.data as Named[]
      const { id } = (await there()).find(({ notes }) => notes === 'other words')!
      await owner.delete(`/api/v1/times/${id}`)
      await app.close()
      const home = join(testFolder(), 'copied')
      cpSync(app.home, home, { recursive: true })
      const original = await machine(service, 'old', app.home)
      await original.sync()
      await original.answerAll('again')
      const wanted = async () => (await there()).filter(({ notes }) => notes === 'wanted')
      expect(await wanted()).toHaveLength(1)

      const copy = await machine(service, 'new', home)
      await copy.sync()
      const [moved, gone] = (await copy.call('inbox.list')) as [InboxCard, InboxCard]
      expect([moved, gone]).toMatchObject([{ kind: 'moved' }, { kind: 'gone' }])
      await copy.call('inbox.resolve', { card: moved.card, take })
      await copy.call('inbox.resolve', { card: gone.card, take: 'again' })
      await copy.sync()
      const [made] = await wanted()
      expect(await copy.call('inbox.list')).toMatchObject([
        { kind: 'twin', title: '“wanted”', others: [{ id: made!.id }] },
      ])
      await copy.answerAll('theirs')
      expect(await wanted()).toEqual([made])
      expect(await copy.entries()).toEqual(['first: synced', 'made: synced', 'wanted: synced'])
    },
  )

  it('a data folder that was moved sends what it had not, when the person has confirmed it', async () => {
    const service = await offering()
    const moved = await machine(service, 'new', (await copiedFolder(service)).home)
    await moved.sync()
    expect(await there(service)).toEqual(['first', 'former words', 'made', 'taken back'])
    await moved.answerAll('mine')
    expect(await there(service)).toEqual(['first', 'made', 'other words'])
    expect(await moved.cards()).toEqual([])
    expect(await moved.entries()).toEqual(['first: synced', 'made: synced', 'other words: synced'])
  })

  it('is asked again, and sends nothing, when that answer is undone', async () => {
    const service = await offering()
    const { original, home } = await copiedFolder(service)
    await goOn(await machine(service, 'old', original))
    const copy = await machine(service, 'new', home)
    for (const take of ['mine', 'again'] as const) {
      const [{ card }] = (await copy.call('inbox.list')) as [InboxCard]
      await copy.call('inbox.resolve', { card, take })
      await copy.call('history.undo', {})
    }
    await copy.sync()
    expect(await there(service)).toEqual(all)
    expect(await copy.cards()).toEqual(['2 entries: null'])
    await copy.answerAll('again')
    await asksFirst(service, copy)
  })

  it('a data folder that moves back and forth is asked about once', async () => {
    const service = await offering()
    const { home } = await copiedFolder(service)
    for (const name of ['new', 'old', 'new']) {
      const one = await machine(service, name, home)
      await one.sync()
      expect(await one.cards()).toEqual(['2 entries: null'])
      await one.close()
    }
    const one = await machine(service, 'new', home)
    await one.reword('other words', 'words of today')
    await one.sync()
    expect(await one.cards()).toEqual(['2 entries: null', '“words of today”: copied'])
    await one.answerAll('mine')
    expect(await there(service)).toEqual(['first', 'made', 'words of today'])
    expect(await one.cards()).toEqual([])
  })

  it('a data folder continues where it is opened again on its own machine', async () => {
    const service = await offering()
    const original = await atWork(service)
    const home = join(testFolder(), 'moved')
    cpSync(original.home, home, { recursive: true })
    const again = await machine(service, 'old', home)
    await again.sync()
    expect(await again.cards()).toEqual([])
    expect(await there(service)).toEqual(['first', 'made', 'other words'])
  })

  it('work that is wanted from it all the same is sent', async () => {
    const service = await offering()
    const copy = await restoredElsewhere(service)
    await copy.sync()
    await copy.answerAll('mine')
    expect(await there(service)).toEqual(['first', 'made', 'other words'])
    expect(await copy.cards()).toEqual([])
  })
})
