/**
 * A backup is restored after the service has changed: after a sync both have the same entries, each
 * once.
 */
import { expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { addReference, startFixture } from '../service/fixture.ts'
import { startBareService } from '../e2e/bare-service.ts'
import { quietPorts } from '../support/account.ts'
import { testFolder } from '../support/folder.ts'
import { playAt } from '../support/test-day.ts'

playAt('2026-04-15T09:30[UTC]', { because: 'the service of these tests has this clock' })

const date = '2026-04-14'

async function connected(url: string, token: string) {
  const home = testFolder()
  const ports = quietPorts(home)
  const core = await createCore(ports, { home, host: 'cli', version: '0', background: false })
  onTestFinished(() => core.close())
  const call = async <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    unwrap((await core.call(name, input)) as Result<CallValue<Name>>)
  await call('account.connect', { url, token })
  await call('sync.now', {})
  const project = (await call('projects.list', {})).data[0]!.local
  const task = (await call('tasks.list', {})).data[0]!.local
  return {
    call,
    add: (notes: string, start: number) =>
      call('times.create', { project, task, date, start, quantity: 1, notes }),
    goBack: async () => {
      const [backup] = await call('backup.list')
      await call('backup.restore', { name: backup!.name })
      await call('sync.now', { wait: true })
      await call('sync.now', { wait: true })
    },
    entries: async () =>
      (await call('times.list', { limit: 100 })).data
        .map(({ notes, state }) => `${notes}: ${state}`)
        .toSorted(),
  }
}

it('ends with the service’s entries and the unsent ones, each once', async () => {
  const service = await startFixture()
  onTestFinished(() => service.close())
  await addReference(service.owner)
  const { url, owner } = service
  const app = await connected(url, owner.token)
  const sent = []
  for (const [n, notes] of ['deleted there', 'changed there', 'stays'].entries()) {
    sent.push(await app.add(notes, n * 60))
  }
  const unsentYet = await app.add('sent after the backup', 300)
  // No request is held: the first three are on the service when the backup is made, the last is
  // not.
  await app.call('times.delete', { local: unsentYet.local })
  await app.call('sync.now', { wait: true })
  await app.call('history.undo', {})
  await app.call('backup.make', {})
  await app.call('sync.now', { wait: true })

  const { data } = (await owner.get('/api/v1/times?limit=100')).body
  const idOf = (notes: string): number =>
    data.find((time: { id: number; notes: string }) => time.notes === notes).id
  await owner.delete(`/api/v1/times/${idOf('deleted there')}`)
  await owner.put(`/api/v1/times/${idOf('changed there')}`, { notes: 'in other words' })
  await app.add('never sent', 400)
  await app.goBack()

  expect(await app.entries()).toEqual(
    ['in other words', 'never sent', 'sent after the backup', 'stays'].map(
      (notes) => `${notes}: synced`,
    ),
  )
  const after = (await owner.get('/api/v1/times?limit=100')).body.data
  expect(after.map((time: { notes: string }) => time.notes).toSorted()).toEqual(
    ['in other words', 'never sent', 'sent after the backup', 'stays'].toSorted(),
  )
})

it('sends nothing twice to a service that cannot detect repetitions', async () => {
  const service = await startBareService()
  service.add({ date, start: 0 })
  const app = await connected(service.url, 'token')
  await app.add('first', 60)
  await app.call('backup.make', {})
  await app.call('sync.now', { wait: true })
  await app.add('second', 120)
  await app.call('sync.now', { wait: true })
  const before = await app.entries()
  await app.goBack()
  expect(await app.entries()).toEqual(before)
})
