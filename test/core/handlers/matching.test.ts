import { beforeEach, describe, expect, it } from 'vitest'
import { listUnmatched } from '#core/actions/match-references.ts'
import { addReference } from '#core/actions/references.ts'
import { createTime } from '#core/actions/times.ts'
import { undoChange } from '#core/actions/undo.ts'
import type { HandlerContext } from '#core/handlers/handler-context.ts'
import { matchingHandlers } from '#core/handlers/matching.ts'
import { createSystemRandom } from '#core/node/random.ts'
import { readRemoteIds } from '#core/store/sync/sync-records.ts'
import { readTime } from '#core/store/resources/times.ts'
import { createReferenceUpserter } from '#core/store/sync/upsert-references.ts'
import { createDirectWrites } from '#core/sync/push/direct-writes.ts'
import { readSyncCheckpoint, writeSyncCheckpoint } from '#core/sync/pass/sync-checkpoint.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'

const stored = { id: 70, name: 'Drawing', updated_at: '2026-11-19 10:00:00' }

let context: TestContext
/** What happens here between the service's change and its reply. */
let beforeReply: () => Promise<unknown>
let publish: (local: number) => Promise<unknown>
beforeEach(async () => {
  context = await testContext()
  const { db, clock } = context
  beforeReply = () => Promise.resolve()
  await writeSyncCheckpoint(db, { ...(await readSyncCheckpoint(db)), capabilities: ['reference'] })
  const direct = createDirectWrites({
    ...{ db, clock, organisation, random: createSystemRandom() },
    connection: {
      ...{ url: 'https://time.test', zone: 'UTC', header: 'Authorization', scheme: 'Bearer' },
      token: () => Promise.resolve('token'),
    },
    async http() {
      await beforeReply()
      return {
        is: 'answer',
        status: 201,
        headers: {},
        body: JSON.stringify({ success: true, task: stored }),
      }
    },
  })
  const open = { context, sync: null, direct } as never
  const calls = matchingHandlers({
    withOpenAccount: (run) => run(open),
    withTimerBroadcast: (run) => run(open),
  } as HandlerContext)
  publish = async (local) => unwrap(await calls['matching.publish']({ kind: 'task', local }))
  return () => context.store.close()
})

describe('a record that is created on the service', () => {
  const entryOf = async (task: number) =>
    unwrap(
      await createTime(context, {
        ...{ project: context.web, task, date: '2026-11-19', start: 540, quantity: 4 },
      }),
    )
  const remoteTaskOf = async (entry: number) => {
    const task = (await readTime(context.db, organisation, entry))!.task!.id
    return (await readRemoteIds(context.db, 'task', [task])).get(task)
  }

  it('is the record of this computer', async () => {
    const drawing = unwrap(await addReference(context, 'task', { name: 'Drawing' }))
    const entry = await entryOf(drawing)
    await publish(drawing)
    expect(await remoteTaskOf(entry)).toBe(70)
  })

  it('is matched with the record of this computer if sync has received it before the reply', async () => {
    const drawing = unwrap(await addReference(context, 'task', { name: 'Drawing' }))
    const entry = await entryOf(drawing)
    beforeReply = () =>
      context.db
        .transaction()
        .execute((trx) => createReferenceUpserter(trx, organisation).task(stored))
    await publish(drawing)
    expect(await remoteTaskOf(entry)).toBe(70)
    const left = await listUnmatched(context.db, organisation)
    expect(left.map(({ name }) => name)).not.toContain('Drawing')
    unwrap(await undoChange(context, undefined))
    expect(await remoteTaskOf(entry)).toBeUndefined()
  })
})
