/**
 * The process is killed at each step of starting, switching and stopping the timer: each is done
 * whole or not at all, and what was acknowledged is done.
 */
import { expect, it } from 'vitest'
import { createCore } from '#core/core.ts'
import { unwrap } from '#shared/errors.ts'
import { quietPorts, type OpenAccount } from '../support/account.ts'
import { folderIn, openAfter, timeOn } from '../support/failpoints/work-on.ts'
import { testFolder } from '../support/folder.ts'
import { playAt } from '../support/test-day.ts'

playAt('2026-11-19T15:00[Europe/Berlin]')

async function homeWithAccount(): Promise<string> {
  const home = testFolder()
  const core = await createCore(quietPorts(home), {
    ...{ home, host: 'cli', version: '0', background: false },
  })
  unwrap(await core.call('account.createLocal', undefined))
  await core.close()
  return home
}

/** The running timer, and the entries that it has become, with their exact minutes. */
async function standing({ store: { db } }: OpenAccount) {
  const timer = await db.selectFrom('timer').select('notes').executeTakeFirst()
  const entries = await db.selectFrom('time_entry').select(['id', 'notes']).orderBy('id').execute()
  const segments = await db.selectFrom('segment').selectAll().execute()
  for (const { id } of entries) {
    const own = segments.filter((segment) => segment.time_entry_id === id)
    expect(own.length).toBeGreaterThan(0)
  }
  const length = segments.reduce((sum, each) => sum + each.stopped_at - each.started_at, 0)
  return {
    running: timer?.notes ?? null,
    entries: [...new Set(entries.map(({ notes }) => notes))],
    minutes: Math.floor(length / 60_000),
  }
}

/** The state after each number of steps. */
const stages = [
  { running: null, entries: [], minutes: 0 },
  { running: 'first', entries: [], minutes: 0 },
  { running: 'second', entries: ['first'], minutes: 30 },
  { running: null, entries: ['first', 'second'], minutes: 60 },
]

it.for(['commit', 'committed', 'statement', 'append'])(
  'a kill at any %s loses nothing and does nothing twice',
  async (moment) => {
    const stride = moment === 'statement' ? 9 : 1
    const seen = new Set<number>()
    for (let count = 1; ; count += stride) {
      const home = await homeWithAccount()
      const { lines, signal } = await timeOn(home, `${moment}:${count}`)
      const open = await openAfter(folderIn(home))
      const found = await standing(open)
      await open.close()
      const stage = stages.findIndex((each) => JSON.stringify(each) === JSON.stringify(found))
      expect(stage, JSON.stringify({ found, lines, count })).toBeGreaterThanOrEqual(lines.length)
      expect(stage).toBeLessThanOrEqual(lines.length + 1)
      seen.add(stage)
      if (signal === null) break
    }
    // Kills that all come before the timer would test nothing.
    if (moment !== 'append') expect([...seen].toSorted()).toEqual([0, 1, 2, 3])
  },
)
