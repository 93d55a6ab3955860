/** Timewarrior's files, and where it is installed the program itself. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makeReport } from '#core/reports/make-report.ts'
import { addReference } from '#core/actions/references.ts'
import { unwrap } from '#shared/errors.ts'
import fc from 'fast-check'
import { testFolder } from '../../support/folder.ts'
import { needsProgram } from '../../support/needs.ts'
import { testContext, type TestContext } from '../../support/store.ts'
import { entries, fixture, takeIn } from './at-work.ts'

const open: TestContext[] = []
async function fresh(zone = 'UTC'): Promise<TestContext> {
  const context = await testContext(zone)
  open.push(context)
  return context
}
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close()
})

const from = { from: 'timewarrior' } as const

describe('Timewarrior’s files', () => {
  it('have tags that match projects and tasks here, in local time of this machine', async () => {
    const context = await fresh('Europe/Vienna')
    unwrap(await addReference(context, 'task', { name: 'Call' }))
    for (const name of ['timewarrior-export.json', 'timewarrior-2026-11.data']) {
      const { plan } = await takeIn(context, from, fixture(name))
      expect(plan.left).toEqual([{ line: 4, reason: 'is still running' }])
    }
    expect(await entries(context)).toEqual([
      // 1:15:30, and a half minute counts up.
      '2026-11-10 10:00 76m | Web shop | Design | Hero "round" 2; more',
      // Over midnight; WEB and Call are here, the third tag is neither.
      '2026-11-10 23:30 75m | Website relaunch | Call | #urgent',
      '2026-11-11 09:00 30m',
    ])
  })

  it('are read as any program may have formatted their JSON', async () => {
    const written = fixture('timewarrior-export.json')
    const values = JSON.parse(written) as unknown
    const expected = await fresh('Europe/Vienna')
    await takeIn(expected, from, written)
    for (const text of [JSON.stringify(values), JSON.stringify(values, null, 2)]) {
      const context = await fresh('Europe/Vienna')
      const { plan } = await takeIn(context, from, text)
      expect(plan.bad).toEqual([])
      expect(await entries(context)).toEqual(await entries(expected))
    }
  })

  it('name each line that is no interval', async () => {
    const context = await fresh()
    const { plan } = await takeIn(
      context,
      from,
      'inc 20261110T090000Z - 20261110T100000Z # x\ninc nonsense\n# a remark\n',
    )
    expect(plan.bad).toEqual([
      { line: 2, reason: 'isn’t an interval' },
      { line: 3, reason: 'isn’t an interval' },
    ])
    expect(plan.times).toBe(1)
  })
})

describe('Timewarrior itself', () => {
  needsProgram('timew')

  const words = ['Web shop', 'Shop', 'call', 'ünï', 'a-b', 'x"y', '2026']
  const interval = fc.record({
    gap: fc.integer({ min: 0, max: 900 }),
    length: fc.integer({ min: 1, max: 700 }),
    tags: fc.subarray(words),
  })

  const zones = fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe')
  const drawings = fc.tuple(zones, fc.array(interval, { minLength: 1, maxLength: 25 }))

  /** Over midnight, and in weeks in which clocks are set back. */
  it('exports what it imported: the same hours of the day, and its summary the same total', async () => {
    await fc.assert(
      fc.asyncProperty(drawings, async ([zone, drawn]) => {
        const folder = testFolder()
        mkdirSync(join(folder, 'data'), { recursive: true })
        writeFileSync(join(folder, 'timewarrior.cfg'), '')
        const lines = new Map<string, string[]>()
        let at = Date.UTC(2026, 9, 20)
        for (const { gap, length, tags } of drawn) {
          const begin = at + gap * 60_000
          at = begin + length * 60_000
          const written = tags.map((tag) => `"${tag.replaceAll('"', '\\"')}"`).join(' ')
          const instant = (time: number) =>
            `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
          const line = `inc ${instant(begin)} - ${instant(at)}${written ? ` # ${written}` : ''}`
          const month = new Date(begin).toISOString().slice(0, 7)
          lines.set(month, [...(lines.get(month) ?? []), line])
        }
        for (const [month, some] of lines) {
          writeFileSync(join(folder, 'data', `${month}.data`), `${some.join('\n')}\n`)
        }
        const timew = (...args: string[]) =>
          execFileSync('timew', args, {
            encoding: 'utf8',
            env: { ...process.env, TZ: zone, TIMEWARRIORDB: folder },
          })
        const total = timew('summary', '2026-10-01', '-', '2027-01-01').trim().split(/\s+/).at(-1)!
        const [hours, minutes] = total.split(':').map(Number) as [number, number]

        const context = await fresh(zone)
        const { plan } = await takeIn(context, from, timew('export'))
        expect(plan).toMatchObject({ times: drawn.length, badCount: 0, leftCount: 0 })
        const report = await makeReport(context, {
          ...{ from: '2026-10-01', to: '2026-12-31', by: 'day', whose: 'everyone' },
          ...{ user: undefined, rate: 'hour' },
        })
        expect(report.total.minutes).toBe(hours * 60 + minutes)
        const starts = timew('get', ...drawn.map((_, nth) => `dom.tracked.${nth + 1}.start`))
        const clocks = starts.trim().split(/\s+/)
        expect((await entries(context)).map((line) => line.slice(0, 16)).toSorted()).toEqual(
          clocks.map((clock) => clock.slice(0, 16).replace('T', ' ')).toSorted(),
        )
        // The files that it keeps are the same entries, by their content.
        let again = 0
        for (const month of lines.keys()) {
          const file = readFileSync(join(folder, 'data', `${month}.data`), 'utf8')
          const read = await takeIn(context, from, file)
          expect(read.plan).toMatchObject({ times: 0, badCount: 0 })
          again += read.plan.imported + read.plan.here
        }
        expect(again).toBe(drawn.length)
        for (const { store } of open.splice(0)) await store.close()
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })
})
