/**
 * Answers as no service should give them, in every place where one is read: lists, single records,
 * replies to writes, the feed, the description of the service. Nothing is lost, doubled or changed
 * by them, and once they are over both sides agree.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf, expensesOf } from '../../support/sync/desk-records.ts'
import { distorting, type Place } from '../../support/sync/distorting.ts'
import { testService, type TestService } from '../../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let service: TestService
let desk: Desk

beforeEach(async () => {
  clock = virtualClock()
  service = testService(clock)
})

afterEach(() => desk.close())

const bare: [string, Place][] = [
  ['the list of times', 'GET /times'],
  ['the list of expenses', 'GET /expenses'],
  ['the list of categories', 'GET /categories'],
  ['the list of webhooks', 'GET /webhooks'],
  ['one time', /^GET \/times\/\d+$/],
  ['one expense', /^GET \/expenses\/\d+$/],
  ['one category', /^GET \/categories\/\d+$/],
  ['a created time', 'POST /times'],
  ['a created expense', 'POST /expenses'],
  ['a created category', 'POST /categories'],
  ['a changed time', /^PUT \/times\//],
  ['a changed expense', /^PUT \/expenses\//],
  ['a changed category', /^PUT \/categories\//],
  ['a deleted time', /^DELETE \/times\//],
  ['a deleted expense', /^DELETE \/expenses\//],
  ['an archived category', /^DELETE \/categories\//],
  ['what it says of itself', 'GET /'],
]
const beyond: [string, Place][] = [
  ['the feed of changes', 'GET /changes'],
  ['what it says of itself', 'GET '],
  ['whose token it is', 'GET /users/me'],
  ['the list of projects', 'GET /projects'],
]

const nest = (open: string, inside: string, close: string) =>
  open.repeat(40_000) + inside + close.repeat(40_000)

/** The bytes of a text, read in another encoding than they were written in. */
const misread = (text: string, written: BufferEncoding, read: BufferEncoding) =>
  Buffer.from(text, written).toString(read)

const distortions: [string, (body: string) => string][] = [
  ['nothing', () => ''],
  ['a blank', () => ' \n'],
  ['null', () => 'null'],
  ['true', () => 'true'],
  ['a number', () => '7'],
  ['a word', () => '"Hello"'],
  ['an empty list', () => '[]'],
  ['an empty record', () => '{}'],
  ['an empty success', () => '{"success":true}'],
  ['a list around it', (body) => `[${body}]`],
  ['a record around it', (body) => `{"data":${body}}`],
  ['half of it', (body) => body.slice(0, body.length / 2)],
  ['all but its end', (body) => body.slice(0, -1)],
  ['twice itself', (body) => body + body],
  ['something after its end', (body) => `${body}<!-- 12 ms -->`],
  ['a nest of lists', () => nest('[', '', ']')],
  ['a nest of records', () => nest('{"data":', '1', '}')],
  ['numbers that are none', (body) => body.replaceAll(/:(\d+)/g, ':NaN')],
  ['numbers beyond all', (body) => body.replaceAll(/:(\d+)/g, ':1e400')],
  ['numbers below nothing', (body) => body.replaceAll(/:(\d+)/g, ':-$1')],
  ['broken numbers', (body) => body.replaceAll(/:(\d+)/g, ':$1.5')],
  ['words of another encoding', (body) => misread(body, 'utf16le', 'utf8')],
  ['a page', () => '<!doctype html><title>Welcome</title>'],
  ['another prototype', (body) => body.replace('{', '{"__proto__":{"success":true,"data":[]},')],
  ['keys in another case', (body) => body.replaceAll(/"([a-z_]+)":/g, (key) => key.toUpperCase())],
]

/** A day's work that is completely unsent. */
async function work(): Promise<() => Promise<void>> {
  desk = await openDesk(service, clock)
  const [expenses, categories] = [expensesOf(desk), categoriesOf(desk)]
  for (const start of [480, 600, 720]) service.add({ start, notes: `At ${start}` })
  for (const name of ['Train', 'Lunch', 'Paper']) {
    service.addExpense({ project_id: 1, date: '2026-11-19', name, unit_charge: 100 })
  }
  for (const name of ['Studio', 'Field', 'Office']) service.addCategory({ name, tasks: [1] })
  service.addWebhook('https://hook.test/')
  await desk.cycle()
  const [all, kept] = [await expenses.all(), await categories.all()]
  const [time, oldTime] = (await desk.entries()).toSorted((one, other) => one.start - other.start)
  const named = <Item extends { name: string }>(items: Item[], name: string) =>
    items.find((item) => item.name === name)
  const [expense, oldExpense] = ['Train', 'Lunch'].map((name) => named(all, name))
  const [category, oldCategory] = ['Studio', 'Field'].map((name) => named(kept, name))
  await desk.edit(time!.local, { notes: 'Changed here' })
  await desk.remove(oldTime!.local)
  await desk.add({ notes: 'New', start: 60 })
  await expenses.edit(expense!.id, { notes: 'Changed here' })
  await expenses.remove(oldExpense!.id)
  await expenses.add({ name: 'New' })
  await categories.edit(category!.id, { name: 'Changed here' })
  await categories.archive(oldCategory!.id)
  await categories.add({ name: 'New' })
  clock.jump(8 * 86_400_000)

  return async () => {
    expect((await desk.entries()).map(({ notes }) => notes).toSorted()).toEqual(
      ['At 720', 'Changed here', 'New'].toSorted(),
    )
    expect((await expenses.all()).map(({ name, notes }) => [name, notes]).toSorted()).toEqual(
      [
        ['New', null],
        ['Paper', null],
        ['Train', 'Changed here'],
      ].toSorted(),
    )
    const standing = (await categories.all()).filter(({ deleted_at }) => deleted_at === null)
    expect(standing.map(({ name }) => name).toSorted()).toEqual(['Changed here', 'New', 'Office'])
  }
}

/** Compares row by row with the service. */
async function agree(): Promise<void> {
  expect(await desk.cycle({ wait: true })).toMatchObject({ ok: true, value: { pending: 0 } })
  const here = (await desk.entries()).map(({ remote, notes, start }) => [remote, notes, start])
  const there = [...service.times.values()].map(({ id, notes, start }) => [id, notes, start])
  expect(here.toSorted()).toEqual(there.toSorted())
  expect(
    (await expensesOf(desk).all())
      .map(({ remote, name, notes }) => [remote, name, notes])
      .toSorted(),
  ).toEqual(
    [...service.expenses.values()].map(({ id, name, notes }) => [id, name, notes]).toSorted(),
  )
  expect(service.doubled()).toBe(0)
  // A record that came without an id cannot be recognized again: the person has to leave it out.
  for (const { card, kind, id } of await readInboxCards(desk.store.db)) {
    expect([kind, id]).toEqual(['bad-record', null])
    await resolveCard(desk.context, card, 'drop')
  }
  await desk.cycle()
  expect(await desk.inbox()).toEqual([])
}

describe.each(bare)('%s', (_name, place) => {
  it.each(distortions)('as %s', async (_what, distort) => {
    const expectUnchanged = await work()
    const stop = await distorting({ service, desk }, place, distort)
    for (let times = 0; times < 2; times++) await desk.cycle()
    await expectUnchanged()
    stop()
    await clock.advance(120_000)
    await agree()
    await expectUnchanged()
  })
})

describe.each(beyond)('beyond the specification, %s', (_name, place) => {
  it.each(distortions)('as %s', async (_what, distort) => {
    service.capabilities = new Set(['changes', 'user'])
    const expectUnchanged = await work()
    const stop = await distorting({ service, desk }, place, distort)
    for (let times = 0; times < 2; times++) await desk.cycle()
    await expectUnchanged()
    stop()
    await clock.advance(120_000)
    await agree()
    await expectUnchanged()
  })
})
