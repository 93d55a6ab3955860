/** Calendars read by a second, independent parser, and line by line as RFC 5545 requires. */
import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { insertTime } from '#core/store/resources/times.ts'
import { toInstant } from '#shared/rules/calendar.ts'
import fc from 'fast-check'
import { needsProgram } from '../../support/needs.ts'
import { debianPython } from '../../support/other-programs.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { exported } from './at-work.ts'
import { fill, lineEnds, world } from './world.ts'

const open: TestContext[] = []
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close()
})

async function fresh(zone: string): Promise<TestContext> {
  const context = await testContext(zone)
  open.push(context)
  return context
}

/**
 * Entries with these notes, one a day around the change of the clocks, begun late and ended early.
 */
async function withEntries(zone: string, notes: readonly string[]): Promise<TestContext> {
  const context = await fresh(zone)
  await context.db.transaction().execute(async (trx) => {
    for (const [nth, text] of notes.entries()) {
      await insertTime(trx, {
        ...{ organisation_id: organisation, date: '2026-10-24', start: 1380, quantity: 20 },
        ...{ increment: 15, rate: 0, notes: text, project_id: context.web, tie: nth + 1 },
      })
    }
  })
  return context
}

const notes = [
  'ä€😀 '.repeat(60),
  'a, b; c: d\\x \\ "e"\nsecond line\n\nfourth',
  'x'.repeat(400),
  '=1+1\tTab',
]

it('a calendar has lines of 75 bytes at most, cut between characters', async () => {
  const context = await withEntries('Europe/Vienna', notes)
  const file = await exported(context, { what: 'times', format: 'ics' })
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const lines = file.slice(0, -2).split('\r\n')
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    // A character that is cut in two is not valid any more.
    expect(Buffer.from(line).toString()).toBe(line)
    expect(line).not.toMatch(/[\r\n]/)
  }
  expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(10)
})

it('a calendar has no control characters that RFC 5545 forbids', async () => {
  const context = await withEntries('Europe/Vienna', ['a\u0001b\u001Bc\u007Fd\te\u000Bf'])
  const file = await exported(context, { what: 'times', format: 'ics' })
  expect(file).toContain('DESCRIPTION:abcd\tef\r\n')
})

/** An entry of 60 minutes in increments of 15, with the intervals that a timer measured. */
interface Ran {
  date: string
  start: number
  zone: string
  /** Pairs of ISO instants. */
  segments: readonly [from: string, to: string][]
}

async function eventsOf(entries: readonly Ran[], zone?: string): Promise<string[]> {
  const context = await fresh('Asia/Tokyo')
  await context.db.transaction().execute(async (trx) => {
    for (const [nth, { date, start, zone, segments }] of entries.entries()) {
      const id = await insertTime(trx, {
        ...{ organisation_id: organisation, date, start, quantity: 4, increment: 15, rate: 0 },
        ...{ notes: null, project_id: context.web, tie: nth + 1 },
      })
      for (const [from, to] of segments) {
        await trx
          .insertInto('segment')
          .values({
            ...{ time_entry_id: id, zone },
            ...{ started_at: Date.parse(from), stopped_at: Date.parse(to) },
          })
          .execute()
      }
    }
  })
  const file = await exported(context, { what: 'times', format: 'ics', zone })
  return [...file.matchAll(/^DTSTART:(\w+)\r\nDTEND:(\w+)/gm)].map(
    ([, from, to]) => `${from} ${to}`,
  )
}

describe('an event', () => {
  const vienna = 'Europe/Vienna'

  it('begins at the instant that was measured, in either of two like hours', async () => {
    const [first, second] = ['2026-10-25T00:30', '2026-10-25T01:30']
    const segments = (from: string): [string, string][] => [
      [`${from}:37Z`, `${from.replace(':30', ':58')}:12Z`],
    ]
    for (const zone of [undefined, vienna, 'America/New_York']) {
      expect(
        await eventsOf(
          [first, second].map((from) => ({
            ...{ date: '2026-10-25', start: 150, zone: vienna, segments: segments(from) },
          })),
          zone,
        ),
      ).toEqual(['20261025T003000Z 20261025T013000Z', '20261025T013000Z 20261025T023000Z'])
    }
  })

  it('measured elsewhere is at the same instant in an export made here', async () => {
    const run = { date: '2026-11-18', start: 540, zone: 'America/New_York' }
    const segments: [string, string][] = [['2026-11-18T14:00:00Z', '2026-11-18T15:00:00Z']]
    expect(await eventsOf([{ ...run, segments }])).toEqual(['20261118T140000Z 20261118T150000Z'])
  })

  it('begins where the part of its day does, if the run has more', async () => {
    const segments: [string, string][] = [
      ['2026-11-18T22:58:00Z', '2026-11-18T23:00:00Z'],
      ['2026-11-18T23:00:00Z', '2026-11-19T00:00:00Z'],
    ]
    expect(await eventsOf([{ date: '2026-11-19', start: 0, zone: vienna, segments }])).toEqual([
      '20261118T230000Z 20261119T000200Z',
    ])
  })

  it('ends when the work did, and not when it would end as it counts', async () => {
    const segments: [string, string][] = [['2026-11-18T09:00:00Z', '2026-11-18T09:50:00Z']]
    expect(await eventsOf([{ date: '2026-11-18', start: 540, zone: 'UTC', segments }])).toEqual([
      '20261118T090000Z 20261118T095000Z',
    ])
  })

  it('whose day or start was edited is a time in the zone in which it was measured', async () => {
    const segments: [string, string][] = [['2026-11-18T14:00:00Z', '2026-11-18T15:00:00Z']]
    const run = { date: '2026-11-18', zone: 'America/New_York', segments }
    expect(
      await eventsOf(
        [
          { ...run, start: 600 },
          { ...run, date: '2026-11-17', start: 540 },
        ],
        vienna,
      ),
    ).toEqual(['20261117T140000Z 20261117T150000Z', '20261118T150000Z 20261118T160000Z'])
  })

  it('that was typed is a time in the zone of the export', async () => {
    const typed = { date: '2026-10-25', start: 60, zone: '', segments: [] }
    expect(await eventsOf([typed])).toEqual(['20261024T160000Z 20261024T170000Z'])
    expect(await eventsOf([typed], vienna)).toEqual(['20261024T230000Z 20261025T000000Z'])
  })
})

/** Prints what the parser makes of the calendar on its standard input. */
const script = `
import json, sys
from datetime import datetime
from icalendar import Calendar
def told(value):
    moment = value.dt
    if isinstance(moment, datetime):
        return int(moment.timestamp() * 1000)
    return moment.isoformat()
calendar = Calendar.from_ical(sys.stdin.buffer.read())
events = [
    {
        'from': told(event['DTSTART']),
        'to': told(event['DTEND']) if 'DTEND' in event else None,
        'zone': str(getattr(event['DTSTART'].dt, 'tzinfo', None)),
        'text': str(event.get('DESCRIPTION', '')),
        'uid': str(event['UID']),
    }
    for event in calendar.walk('VEVENT')
]
print(json.dumps(events))
`

interface Event {
  from: number | string
  to: number | string | null
  zone: string
  text: string
  uid: string
}

const parsed = (file: string): Event[] =>
  JSON.parse(
    execFileSync(debianPython, ['-c', script], {
      input: file,
      encoding: 'utf8',
      env: { ...process.env, PYTHONHOME: '', PYTHONPATH: '', PYTHONUTF8: '1', TZ: 'UTC' },
    }),
  ) as Event[]

const lines = (text: string): string => text.replaceAll('\r\n', '\n')

describe('an independent parser', () => {
  needsProgram('icalendar')

  it.each(['Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])(
    'reads entries over midnight and the change of the clocks, and all of their text (%s)',
    async (zone) => {
      const context = await withEntries(zone, notes)
      const events = parsed(await exported(context, { what: 'times', format: 'ics' }))
      const from = toInstant('2026-10-24', 1380, zone)
      for (const event of events) {
        expect(event).toMatchObject({ from, to: from + 300 * 60_000, zone: 'UTC' })
      }
      expect(events.map(({ text }) => lines(text))).toEqual(notes)
    },
  )

  it('reads the calendar of any account', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const context = await fresh('Europe/Vienna')
        await fill(context, drawn)
        const times = parsed(await exported(context, { what: 'times', format: 'ics' }))
        expect(times.map(({ text }) => lines(text)).toSorted()).toEqual(
          drawn.times.map((time) => lineEnds(time.notes ?? '')).toSorted(),
        )
        expect(new Set(times.map(({ uid }) => uid)).size).toBe(drawn.times.length)
        const expenses = parsed(await exported(context, { what: 'expenses', format: 'ics' }))
        expect(expenses.map(({ from }) => from).toSorted()).toEqual(
          drawn.expenses.map(({ date }) => date).toSorted(),
        )
        for (const { store } of open.splice(0)) await store.close()
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })
})
