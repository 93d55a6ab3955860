import { describe, expect, it } from 'vitest'
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { toInstant } from '#shared/rules/calendar.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

const { now, day, zone } = playAt('2026-11-19T15:00[Europe/Berlin]')

const { home, run, json } = commandLine({ isQuick: true })
type Running = TimerStatus & { running: true }

async function prepared(): Promise<string> {
  const folder = home()
  await json(folder, ['projects', 'add', '--name', 'Web shop', '--code', 'WEB'])
  await json(folder, ['projects', 'add', '--name', 'Web server', '--code', 'SRV'])
  await json(folder, ['tasks', 'add', '--name', 'Client call'])
  return folder
}

const minutesAgo = ({ startedAt }: Running) => Math.round((now() - startedAt) / 60_000)

describe('the timer from the command line', () => {
  it('does not guess which of two beginnings is meant', async () => {
    const folder = await prepared()
    const { code, value } = await json(folder, ['start', '--at', '00:00', '--ago', '3m'])
    expect(code).toBe(2)
    expect(value).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining('--at and --ago') },
    })
    expect((await json(folder, ['status'])).value).toEqual({ running: false })
  })

  it('starts the work that a text names, runs on without a process, and becomes an entry', async () => {
    const folder = await prepared()
    const started = await json<Running>(folder, ['start', 'prices', '#web', '@client-call', '47m'])
    expect(started).toMatchObject({
      code: 0,
      value: {
        running: true,
        project: { code: 'WEB' },
        task: { name: 'Client call' },
        notes: 'prices',
      },
    })
    expect(minutesAgo(started.value)).toBe(47)
    expect((await json(folder, ['status'])).value).toEqual(started.value)
    const stopped = await json<TimeEntry[]>(folder, ['stop'])
    const total = stopped.value.reduce((sum, entry) => sum + entry.total, 0)
    expect(total).toBe(60)
    expect(stopped.value[0]).toMatchObject({
      notes: 'prices',
      increment: 15,
      project: { local: 1 },
    })
    expect((await json(folder, ['status'])).value).toEqual({ running: false })
  })

  it('takes flags before the text, and ids of this machine', async () => {
    const folder = await prepared()
    const { value } = await json<Running>(folder, [
      'start',
      '#web 15m',
      '--project-id',
      '2',
      '--ago',
      '1h30',
    ])
    expect(value.project).toMatchObject({ local: 2 })
    expect(minutesAgo(value)).toBe(90)
  })

  it('starts at a past time of today, and at no other', async () => {
    const folder = await prepared()
    const { value } = await json<Running>(folder, ['start', '--at', '0:00'])
    expect(value.startedAt).toBe(toInstant(day(), 0, zone))
    const noon = { STINT_NOW: new Date(toInstant(day(), 720, zone)).toISOString() }
    expect(await json(folder, ['start', '--at', '12:01'], { env: noon })).toMatchObject({
      code: 1,
      value: {
        error: {
          code: 'validation',
          fields: { at: ['12:01 hasn’t come yet today. Use an earlier time'] },
        },
      },
    })
    expect((await json<Running>(folder, ['status'])).value).toEqual(value)
  })

  it('takes times of day as people write them, and no number for minutes', async () => {
    const folder = await prepared()
    const evening = { env: { STINT_NOW: new Date(toInstant(day(), 1380, zone)).toISOString() } }
    for (const [at, minute] of [
      ['9', 540],
      ['09:30', 570],
      ['9pm', 1260],
    ] as const) {
      const { value } = await json<Running>(folder, ['start', '--at', at], evening)
      expect(value.startedAt).toBe(toInstant(day(), minute, zone))
      await run(folder, ['discard'], evening)
    }
    for (const at of ['99', '540', '24', '9:99']) {
      expect(await json(folder, ['start', '--at', at], evening)).toMatchObject({
        code: 1,
        value: { error: { fields: { at: [expect.stringContaining('like 9, 09:30')] } } },
      })
    }
  })

  it('takes a day with its time, in a flag and in the text', async () => {
    const folder = await prepared()
    const yesterday = toInstant(day(-1), 1080, zone)
    for (const args of [
      ['--at', 'yesterday 6pm'],
      ['--at', 'gestern um 18 Uhr'],
      ['prices', 'yesterday', '6pm'],
      ['26h', 'prices', '--at', 'yesterday 18:00'],
    ]) {
      const { value } = await json<Running>(folder, ['start', ...args])
      expect(value.startedAt).toBe(yesterday)
      await run(folder, ['discard'])
    }
  })

  it('says what it leaves in the notes', async () => {
    const folder = await prepared()
    const { code, stderr } = await run(folder, ['start', 'prepare Nov 35 and friday'])
    expect(code).toBe(0)
    expect(stderr).toContain('Not recognized, added to the notes: “Nov 35”, “friday”')
    expect((await json(folder, ['status'])).value).toMatchObject({
      notes: 'prepare Nov 35 and friday',
    })
  })

  it('does not guess between two projects, and names both', async () => {
    const folder = await prepared()
    const { code, value } = await json<{ error: { message: string } }>(folder, ['start', '#we'])
    expect(code).toBe(1)
    expect(value.error.message).toContain('“Web server”')
    expect(value.error.message).toContain('“Web shop”')
    expect((await json(folder, ['start', '#"web sh"'])).code).toBe(0)
  })

  it('takes the project last used among those of one code, and says so', async () => {
    const folder = await prepared()
    await json(folder, ['projects', 'add', '--name', 'Website relaunch', '--code', 'WEB'])
    expect((await json(folder, ['start', '#web'])).code).toBe(1)
    await json(folder, ['tasks', 'add', '--name', 'Design'])
    const work = ['--project-id', '3', '--task-id', '2', '--start', '540', '--quantity', '1']
    await json(folder, ['times', 'add', ...work])
    const { stderr } = await run(folder, ['start', '#web'])
    expect(stderr).toContain(
      '2 projects are named “web”. Took the one last used, “Website relaunch”',
    )
    expect((await json(folder, ['status'])).value).toMatchObject({ project: { local: 3 } })
  })

  it('stops nothing when the new work is not known', async () => {
    const folder = await prepared()
    await json(folder, ['start', 'prices'])
    expect(await json(folder, ['switch', '#nowhere'])).toMatchObject({
      code: 1,
      value: { error: { code: 'validation' } },
    })
    expect((await json(folder, ['status'])).value).toMatchObject({ running: true, notes: 'prices' })
  })

  it('switches only a timer that runs, and keeps the entry of the one before', async () => {
    const folder = await prepared()
    expect(await json(folder, ['switch', 'prices'])).toMatchObject({
      code: 1,
      value: { error: { code: 'conflict' } },
    })
    await json(folder, ['start', 'prices', '15m'])
    await json(folder, ['switch', 'layout'])
    expect((await json(folder, ['status'])).value).toMatchObject({ notes: 'layout' })
    expect((await json(folder, ['times', 'list'])).value).toMatchObject({
      data: [{ notes: 'prices' }],
    })
  })

  it('continues an entry, and discards without one', async () => {
    const folder = await prepared()
    await json(folder, [
      'times',
      'add',
      '--start',
      '0',
      '--quantity',
      '1',
      '--notes',
      'Offer',
      '--project-id',
      '1',
    ])
    expect((await json(folder, ['continue', '1'])).value).toMatchObject({
      running: true,
      notes: 'Offer',
    })
    expect((await run(folder, ['discard'])).stdout).toMatch(/^Discarded/)
    expect((await json(folder, ['status'])).value).toEqual({ running: false })
    expect((await run(folder, ['discard'])).stderr).not.toMatch(/^Discarded/)
    expect((await json(folder, ['times', 'list'])).value).toMatchObject({ total: 1 })
    expect(await json(folder, ['stop'])).toMatchObject({
      code: 1,
      value: { error: { code: 'conflict' } },
    })
  })

  it('keeps a timer that ran for less than a minute, and says so', async () => {
    const folder = await prepared()
    await json(folder, ['start', 'offer'])
    const { code, stdout } = await run(folder, ['stop'])
    expect(code).toBe(0)
    expect(stdout).toContain('under a minute and was saved as one increment')
    expect((await json(folder, ['times', 'list'])).value).toMatchObject({ total: 1 })
    await json(folder, ['undo'])
    expect((await json(folder, ['status'])).value).toMatchObject({ running: true, notes: 'offer' })
  })

  it('says so too where work is switched that soon', async () => {
    const folder = await prepared()
    await json(folder, ['start', 'offer'])
    const { stdout } = await run(folder, ['switch', 'layout'])
    expect(stdout).toContain('under a minute and was saved as one increment')
  })

  it('leaves finished work to times add', async () => {
    const folder = await prepared()
    for (const text of ['9-10:15 offer', 'yesterday offer']) {
      expect(await json(folder, ['start', text])).toMatchObject({
        code: 1,
        value: { error: { code: 'validation' } },
      })
    }
  })

  it('shows people how long it has been running, and on what', async () => {
    const folder = await prepared()
    await run(folder, ['start', '#WEB', 'prices', '15m'])
    const { stdout } = await run(folder, ['status'])
    expect(stdout).toMatch(
      /^Running for 0:1[56], since \d{2}:\d{2}( yesterday)?: Web shop · prices\n$/,
    )
  })
})
