/**
 * Any value of any answer replaced by any other: nothing ends, nothing is deleted, nothing is sent
 * that was not written by a person, and once answers are right again both sides agree.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInboxCards } from '#core/sync/inbox/inbox-cards.ts'
import { classifyReply } from '#core/sync/decide/classify.ts'
import { resolveCard } from '#core/sync/inbox/resolve-card.ts'
import fc from 'fast-check'
import { openDesk, type Desk } from '../../support/sync/desk.ts'
import { categoriesOf, expensesOf } from '../../support/sync/desk-records.ts'
import { distorting } from '../../support/sync/distorting.ts'
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

/**
 * Written into the JSON literally, since not all of them can be written otherwise. None is the id
 * of another record: that would be a lie, not a value that cannot be read.
 */
const tokens = [
  ...['null', 'true', '""', '"word"', '[]', '{}', '[[]]', '[null]', '{"id":1}', '{"id":null}'],
  ...['0', '-1', '-0', '1.5', '1e400', '-1e400', '1e300', '1e-9', '9007199254740993'],
  ...['"-7"', '"1e9"', '"NaN"', '"0x10"', '"Infinity"', '"1,5"'],
  ...[String.raw`"\ud800"`, String.raw`"\udc00\ud800"`, String.raw`"\u0000"`, '"\u202e\u200b"'],
  ...['{"__proto__":{"id":9}}', '{"constructor":{"prototype":{"id":9}}}', '"__proto__"'],
  ...['"constructor"', '"hasOwnProperty"', '"2026-02-30"', '"0000-00-00 00:00:00"', '"2026-11-19"'],
  ...[`${'['.repeat(30_000)}${']'.repeat(30_000)}`, `"${'x'.repeat(1_000_000)}"`],
]

const mark = '\u0001here\u0001'

/** The JSON of a value in which one that stands somewhere inside is another. */
function replaced(value: unknown, path: readonly number[], token: string): string {
  const mapped = (inside: unknown, [step, ...rest]: readonly number[]): unknown => {
    if (step === undefined || typeof inside !== 'object' || inside === null) return mark
    const entries = Object.entries(inside)
    if (entries.length === 0) return mark
    const [name, old] = entries[step % entries.length]!
    const next = mapped(old, rest)
    return Array.isArray(inside) ? inside.with(Number(name), next) : { ...inside, [name]: next }
  }
  return JSON.stringify(mapped(value, path)).replace(JSON.stringify(mark), () => token)
}

interface Change {
  line: string
  path: number[]
  token: string
}

const change: fc.Arbitrary<Change> = fc.record({
  line: fc.constantFrom(
    ...['GET /times', 'GET /expenses', 'GET /categories', 'GET /webhooks', 'GET /changes'],
    ...['GET /times/', 'GET /expenses/', 'GET /categories/'],
    ...['POST /times', 'POST /expenses', 'POST /categories'],
    ...['PUT /times/', 'PUT /expenses/', 'PUT /categories/'],
  ),
  path: fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
  token: fc.constantFrom(...tokens),
})

const texts = <Item>(items: Iterable<Item>, text: (item: Item) => string | null) =>
  [...items].map(text).toSorted()

/** All texts that were written, here and there. */
async function standing() {
  const categories = (await categoriesOf(desk).all()).filter(({ deleted_at }) => !deleted_at)
  return {
    here: {
      times: texts(await desk.entries(), ({ notes }) => notes),
      expenses: texts(await expensesOf(desk).all(), ({ name, notes }) => `${name} ${notes}`),
      categories: texts(categories, ({ name }) => name),
    },
    there: {
      times: texts(service.times.values(), ({ notes }) => notes),
      expenses: texts(service.expenses.values(), ({ name, notes }) => `${name} ${notes}`),
      categories: texts(
        [...service.categories.values()].filter(({ archived }) => !archived),
        ({ name }) => name,
      ),
    },
  }
}

describe.each<[string, ('changes' | 'user')[]]>([
  ['the specification alone', []],
  ['a feed of changes', ['changes', 'user']],
])('with %s', (_name, capabilities) => {
  it('any value of any answer may be any other', async () => {
    service.capabilities = new Set(capabilities)
    const [expenses, categories] = [expensesOf(desk), categoriesOf(desk)]
    for (const start of [480, 600, 720]) service.add({ start, notes: `At ${start}` })
    for (const name of ['Train', 'Lunch']) {
      service.addExpense({ project_id: 1, date: '2026-11-19', name, unit_charge: 100 })
    }
    for (const name of ['Studio', 'Field']) service.addCategory({ name, tasks: [1] })
    service.addWebhook('https://hook.test/')
    await desk.cycle()
    const [time] = await desk.entries()
    const [expense] = await expenses.all()
    const [category] = await categories.all()

    let now: Change | null = null
    const stop = await distorting({ service, desk }, /./, (body, line) =>
      now !== null && line.startsWith(now.line) && (now.line.endsWith('/') || line === now.line)
        ? replaced(JSON.parse(body), now.path, now.token)
        : body,
    )
    let turn = 0
    await fc.assert(
      fc.asyncProperty(change, async (one) => {
        turn++
        now = null
        // The endpoint decides what is left to send, so that a request is made to each.
        if (one.line.includes('times')) {
          if (one.line.startsWith('POST')) await desk.add({ notes: `New ${turn}`, start: turn })
          else await desk.edit(time!.local, { notes: `Changed ${turn}` })
        } else if (one.line.includes('expenses')) {
          if (one.line.startsWith('POST')) await expenses.add({ name: `New ${turn}` })
          else await expenses.edit(expense!.id, { notes: `Changed ${turn}` })
        } else if (one.line.startsWith('POST')) await categories.add({ name: `New ${turn}` })
        else await categories.edit(category!.id, { name: `Changed ${turn}` })
        const before = (await standing()).there
        now = one
        await desk.cycle()
        clock.jump(120_000)
        const { here, there } = await standing()
        // Nothing is deleted on the service without an order, and nothing here.
        expect(there.times.length).toBeGreaterThanOrEqual(before.times.length)
        expect(there.expenses.length).toBeGreaterThanOrEqual(before.expenses.length)
        expect(there.categories.length).toBeGreaterThanOrEqual(before.categories.length)
        expect(here.times.length).toBeGreaterThanOrEqual(before.times.length)
        expect(here.expenses.length).toBeGreaterThanOrEqual(before.expenses.length)
        expect(here.categories.length).toBeGreaterThanOrEqual(before.categories.length)
      }),
      { numRuns: 200 },
    )
    stop()
    await desk.restart()
    // Answers each card with the local version; what is refused even then is on the service
    // already, under a date or a name that was not its own for a moment.
    for (let round = 0; round < 5; round++) {
      clock.jump(8 * 86_400_000)
      await desk.cycle({ wait: true })
      for (const { card, kind, takes } of await readInboxCards(desk.store.db)) {
        const known = kind === 'refused' && round > 2
        await resolveCard(desk.context, card, known ? 'drop' : takes[0]!)
      }
    }
    expect(await desk.cycle({ wait: true })).toMatchObject({ ok: true, value: { pending: 0 } })
    const { here, there } = await standing()
    expect(here).toEqual(there)
    const wrong = [...there.times, ...there.expenses, ...there.categories].filter(
      (text) =>
        !/^(At \d+|Changed \d+|((Train|Lunch|New \d+) (null|Changed \d+))|Studio|Field|New \d+)$/.test(
          text ?? '',
        ),
    )
    expect(wrong).toEqual([])
    expect(service.doubled()).toBe(0)
    expect(({} as { id?: unknown }).id).toBeUndefined()
  })
})

describe('an answer that is cut off', () => {
  it('at any of its bytes counts as no answer', async () => {
    service.add({ notes: 'Ein Name: Žofie, 東京, 🙂' })
    const show = await service.http({
      method: 'GET',
      url: `${service.url}/api/v1/times?limit=100`,
      headers: { Authorization: 'Bearer token' },
      timeout: 1_000,
    })
    const body = Buffer.from((show as { body: string }).body)
    for (let end = 0; end < body.length; end++) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        const cut = body.subarray(0, end).toString('utf8')
        const reply = classifyReply(
          { method, url: 'https://time.test/api/v1/times' },
          { is: 'answer', status: 200, headers: {}, body: cut },
          0,
        )
        expect(reply.is, `${method}, ${end} bytes`).toBe('unknown')
      }
    }
  })
})
