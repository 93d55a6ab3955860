/** The question of an app about the timer, shown and answered on the command line. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { folderIn } from '../support/failpoints/work-on.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

playAt('2026-11-19T15:00[Europe/Berlin]')

const { home, run, json } = commandLine({ isQuick: true })
const minute = 60_000

/** A timer of an hour, for which an app detected an absence in the minutes from 20 to 42. */
async function asked(): Promise<string> {
  const folder = home()
  const { value } = await json<TimerStatus & { running: true }>(folder, ['start', 'offer', '1h'])
  const database = new Sqlite(join(folderIn(folder), 'stint.db'))
  const away = [
    {
      ...{ id: 7, cause: 'lock' },
      from: value.startedAt + 20 * minute,
      to: value.startedAt + 42 * minute,
    },
  ]
  database.prepare('update timer set away = ?').run(JSON.stringify(away))
  database.close()
  return folder
}

const minutes = (entries: TimeEntry[]) => entries.map(({ total }) => total)

describe('a question of the timer', () => {
  it('is shown with every possible answer, and is removed by one', async () => {
    const folder = await asked()
    const { stdout } = await run(folder, ['status'])
    expect(stdout).toMatch(
      /^Running for 1:00, .*\nYour screen was locked from \d\d:\d\d to \d\d:\d\d \(0:22\). What should happen to that time\?\n/,
    )
    for (const choice of ['keep', 'discard', 'stop', 'split', 'drop']) {
      expect(stdout).toContain(`stint answer ${choice}`)
    }
    const answered = await run(folder, ['answer', 'discard'])
    expect(answered.stdout).toMatch(/^Running for 0:38, .*\nExcludes \d\d:\d\d to \d\d:\d\d\n$/)
    const stopped = await json<TimeEntry[]>(folder, ['stop'])
    expect(minutes(stopped.value)).toEqual([45])
    expect((await run(folder, ['history'])).stdout).toMatch(/Left \d\d:\d\d–\d\d:\d\d out/)
  })

  it('may be left alone: then its time counts, and stopping says so', async () => {
    const folder = await asked()
    const { stdout } = await run(folder, ['stop'])
    expect(stdout).toMatch(/\d\d:\d\d to \d\d:\d\d is included\. To leave it out, run `stint undo`/)
    await run(folder, ['undo'])
    expect((await json(folder, ['status'])).value).toMatchObject({ question: { id: 7 } })
  })

  it('accepts existing answers only, while there is a question', async () => {
    const folder = await asked()
    expect(await json(folder, ['answer', 'perhaps'])).toMatchObject({ code: 2 })
    expect(await json(folder, ['answer', 'drop'])).toMatchObject({
      code: 0,
      value: { running: false },
    })
    expect(await json(folder, ['answer', 'keep'])).toMatchObject({
      code: 1,
      value: { error: { code: 'conflict' } },
    })
  })
})

it('is asked about the time since the last sign of life of an app, once', async () => {
  const folder = home()
  const { value } = await json<TimerStatus & { running: true }>(folder, ['start', 'offer', '3h'])
  const beat = (at: number) => {
    const database = new Sqlite(join(folderIn(folder), 'stint.db'))
    database.prepare('update timer set heartbeat_at = ?').run(at)
    database.close()
  }
  beat(value.startedAt + 178 * minute)
  expect((await json(folder, ['status'])).value).toMatchObject({ question: null })
  beat(value.startedAt + 60 * minute)
  const { stdout } = await run(folder, ['status'])
  expect(stdout).toContain('Stint was closed from 13:00 to 15:00 (2:00). What should happen')
  await run(folder, ['answer', 'keep'])
  expect((await json(folder, ['status'])).value).toMatchObject({ question: null })
})

it('starts where the last entry of today ended', async () => {
  const folder = home()
  const none = await json(folder, ['start', 'offer', '--since-last'])
  expect(none).toMatchObject({ code: 1, value: { error: { code: 'validation' } } })
  const add = ['times', 'add', '--start', '60', '--quantity', '2', '--notes', 'Mail']
  await json(folder, add)
  const { stdout } = await run(folder, ['start', 'offer', '--since-last'])
  expect(stdout).toContain('since 01:30: offer')
})
