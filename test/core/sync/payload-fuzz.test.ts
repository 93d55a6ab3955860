/**
 * Records as no service should send them: malformed, missing, extra, of other types, huge, twice.
 * None of them may end the program, delete or change local records, or hide the valid records
 * beside it; what cannot be read is set aside and shown.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { distorting, type Place, type Wire } from '../../support/sync/distorting.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
  desk = await openDesk(service, clock)
})

afterEach(() => desk.close())

const lists = 'GET /times'
const distortAt = (place: Place, how: (body: string) => string) =>
  distorting({ service, desk }, place, how)

/** Rewrites the records of lists. */
const distortingRecords = (change: (data: Wire[]) => unknown[]) =>
  distortAt(lists, (body) => {
    const page = JSON.parse(body) as { data: Wire[] }
    return JSON.stringify({ ...page, data: change(page.data) })
  })

/** The local entries, as people see them. */
const standing = async () =>
  (await desk.entries()).map(({ date, start, quantity, notes }) => ({
    date,
    start,
    quantity,
    notes,
  }))

async function threeEntries(): Promise<void> {
  for (const start of [480, 600, 720]) service.add({ start, notes: `At ${start}` })
  await desk.cycle()
  expect(await desk.entries()).toHaveLength(3)
}

const huge = 'x'.repeat(200_000)
/** With the page and the record around it, as many levels as any answer may have. */
const deep: unknown = JSON.parse('['.repeat(61) + ']'.repeat(61))

const strange: [string, (record: Wire) => unknown][] = [
  ['null', () => null],
  ['a number', () => 7],
  ['a list', () => []],
  ['an empty record', () => ({})],
  ['no id', ({ id: _, ...rest }) => rest],
  ['an id of zero', (record) => ({ ...record, id: 0 })],
  ['a negative id', (record) => ({ ...record, id: -4 })],
  ['an id beyond all integers', (record) => ({ ...record, id: 1e300 })],
  ['an id that is a fraction', (record) => ({ ...record, id: 1.5 })],
  ['an id that is a word', (record) => ({ ...record, id: 'seven' })],
  ['no date', ({ date: _, ...rest }) => rest],
  ['a day that does not exist', (record) => ({ ...record, date: '2026-02-31' })],
  ['a date that is a number', (record) => ({ ...record, date: 20_261_119 })],
  ['a quantity that is a word', (record) => ({ ...record, quantity: 'many' })],
  ['no quantity', (record) => ({ ...record, quantity: null })],
  ['a quantity beyond all numbers', (record) => ({ ...record, quantity: 1e308 })],
  ['a start that is a list', (record) => ({ ...record, start: [540] })],
  ['notes that are a record', (record) => ({ ...record, notes: { text: 'Hi' } })],
  ['no project', ({ project: _, ...rest }) => rest],
  ['a project without an id', (record) => ({ ...record, project: { name: 'Nameless' } })],
  ['a project that is a number', (record) => ({ ...record, project: 1 })],
  ['a project that is a list', (record) => ({ ...record, project: [] })],
  ['no task', (record) => ({ ...record, task: null })],
  ['timestamps that are none', (record) => ({ ...record, created_at: 'today', updated_at: '' })],
  ['no timestamps', ({ created_at: _, updated_at: __, ...rest }) => rest],
  ['a nest of lists', (record) => ({ ...record, date: deep })],
]

describe('a record that cannot be read', () => {
  it.each(strange)(
    'such as %s is set aside and shown, and hides no other',
    async (_name, distort) => {
      await threeEntries()
      const before = await standing()
      const stop = await distortingRecords(([first, ...rest]) => [distort(first!), ...rest])
      service.add({ start: 60, date: '2026-11-18', notes: 'New' })
      await desk.cycle()
      expect(await standing()).toEqual(expect.arrayContaining([...before]))
      expect((await standing()).filter(({ notes }) => notes === 'New')).toHaveLength(1)
      expect((await desk.inbox()).map(({ kind }) => kind)).toContain('bad-record')
      stop()
      await desk.restart()
      expect(await desk.cycle()).toMatchObject({ ok: true })
      expect(await desk.entries()).toHaveLength(4)
    },
  )

  it('is shown once, however often it is read', async () => {
    await threeEntries()
    await distortingRecords(([first, ...rest]) => [{ ...first, quantity: 'many' }, ...rest])
    for (let times = 0; times < 4; times++) await desk.cycle()
    expect(await desk.inbox()).toMatchObject([{ kind: 'bad-record' }])
  })

  it('is shown as it came, but not at any length', async () => {
    await threeEntries()
    await distortingRecords(([first]) => [{ ...first, date: huge }])
    await desk.cycle()
    const [card] = await desk.inbox()
    expect(String(card!.detail.raw).length).toBeLessThanOrEqual(10_000)
  })
})

describe('a record that is more than it should be', () => {
  it('is read as what it should be', async () => {
    await distortingRecords((data) =>
      data.map((record) => ({
        ...record,
        ...{ quantity: String(record.quantity), id: String(record.id) },
        ...{ mood: 'good', constructor: 1, toString: null },
        project: { ...(record.project as object), color: 'red' },
      })),
    )
    service.add({ notes: 'Plain', quantity: 3 })
    await desk.cycle()
    expect(await standing()).toMatchObject([{ notes: 'Plain', quantity: 3 }])
    expect(await desk.inbox()).toEqual([])
  })

  it('cannot reach the prototype of all objects', async () => {
    const poison = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'
    await distortAt(lists, (body) => body.replaceAll('"currency"', `${poison},"currency"`))
    service.add({ notes: 'Plain' })
    await desk.cycle()
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(await standing()).toMatchObject([{ notes: 'Plain' }])
  })

  it('of many letters is kept whole', async () => {
    const long = huge.slice(0, 65_536)
    service.add({ notes: long })
    await desk.cycle()
    expect((await standing())[0]!.notes).toHaveLength(65_536)
  })

  it('that comes twice is stored once, and deletes nothing', async () => {
    await threeEntries()
    await distortingRecords((data) => [...data, ...data])
    service.add({ start: 60, notes: 'New' })
    await desk.cycle()
    await desk.cycle()
    expect(await desk.entries()).toHaveLength(4)
    expect(await desk.inbox()).toEqual([])
  })
})

describe('an answer that is no list', () => {
  it.each<[string, (page: Wire) => unknown]>([
    ['without records', ({ data: _, ...rest }) => rest],
    ['with records that are a record', (page) => ({ ...page, data: {} })],
    ['with none of its records', (page) => ({ ...page, data: [] })],
    ['that counts none', (page) => ({ ...page, data: [], total: 0, last_page: 0 })],
    ['that counts below nothing', (page) => ({ ...page, total: -1 })],
    ['that counts without end', (page) => ({ ...page, total: 1e300, last_page: 1e300 })],
    ['that counts in words', (page) => ({ ...page, total: 'three' })],
    ['that is nested too deep', (page) => ({ ...page, data: [[[deep]]] })],
    ['that is a list', (page) => [page]],
    ['that is a word', () => 'page'],
    ['that is nothing', () => null],
  ])('%s deletes nothing', async (_name, distort) => {
    await threeEntries()
    const before = await standing()
    await distortAt(lists, (body) => JSON.stringify(distort(JSON.parse(body) as Wire)))
    for (let times = 0; times < 3; times++) {
      await desk.cycle()
      clock.jump(86_400_000 * 8)
    }
    expect(await standing()).toEqual(before)
  })
})

describe('an answer to a write', () => {
  it.each<[string, (body: string) => string]>([
    ['without the record', () => '{"success":true}'],
    ['with half a record', () => '{"success":true,"time":{"id":'],
    ['with a record of another kind', () => '{"success":true,"time":{"id":9,"name":"Ada"}}'],
    ['with an id that is none', (body) => body.replace(/"id":\d+/, '"id":"none"')],
    ['without success', (body) => body.replace('"success":true', '"success":0')],
    ['that is a page', () => '<html>Saved!</html>'],
  ])('%s loses nothing and sends nothing twice', async (_name, distort) => {
    await desk.add({ notes: 'Mine' })
    const stop = await distortAt(/^POST /, distort)
    await desk.cycle()
    stop()
    await desk.restart()
    await clock.advance(120_000)
    await desk.cycle({ wait: true })
    expect([...service.times.values()]).toMatchObject([{ notes: 'Mine' }])
    expect(await desk.entries()).toMatchObject([{ notes: 'Mine', state: 'synced' }])
  })
})

describe('any JSON value', () => {
  /** One value somewhere in the list, replaced by any other. */
  const anywhere = fc.record({
    path: fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
    value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined)),
  })

  function replaced(value: unknown, path: readonly number[], by: unknown): unknown {
    const [step, ...rest] = path
    if (step === undefined || typeof value !== 'object' || value === null) return by
    const entries = Object.entries(value)
    if (entries.length === 0) return by
    const [name, old] = entries[step % entries.length]!
    const next = replaced(old, rest, by)
    return Array.isArray(value) ? value.with(Number(name), next) : { ...value, [name]: next }
  }

  it('in the place of any value deletes nothing and ends nothing', async () => {
    await threeEntries()
    const known = (await desk.entries()).map(({ local }) => local)
    let change: { path: number[]; value: unknown } | null = null
    await distortAt(/^GET /, (body) =>
      change === null
        ? body
        : (JSON.stringify(replaced(JSON.parse(body), change.path, change.value)) ?? ''),
    )
    await fc.assert(
      fc.asyncProperty(anywhere, async (one) => {
        change = one
        await desk.cycle()
        const here = (await desk.entries()).map(({ local }) => local)
        expect(here).toEqual(expect.arrayContaining(known))
      }),
      { numRuns: 150 },
    )
    change = null
    await desk.cycle()
    expect(await desk.cycle()).toMatchObject({ ok: true })
    const mapped = (await desk.entries()).filter(({ remote }) => service.times.has(remote ?? 0))
    expect(mapped).toHaveLength(3)
    expect(mapped.map(({ notes }) => notes).toSorted()).toEqual(['At 480', 'At 600', 'At 720'])
  })
})
