/** Stores with any content, for files that have to carry all of it. */
import { insertCharge } from '#core/store/resources/charges.ts'
import { fold } from '#shared/rules/search-text.ts'
import { insertClient } from '#core/store/resources/clients.ts'
import { insertExpense } from '#core/store/resources/expenses.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { isStorable } from '#shared/rules/search-text.ts'
import fc from 'fast-check'
import { organisation, type TestContext } from '../../support/store.ts'

/**
 * Text as keyboards, phones and other programs write it: in no normal form, right to left,
 * invisible.
 */
const odd = fc.constantFrom(
  '👩🏽‍💻 pairing',
  'e\u0301tude',
  'Z\u0351\u0300a\u0323lgo',
  'zero\u200Bwidth\u200D',
  '\uFEFFmark',
  'פגישה with Müller',
  '\u202Edrawkcab\u202C',
  'ﷺ',
  '日本語',
  'say "so", he said',
  "it's; 5 < 6",
)
const text = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((one) => isStorable(one) && one.trim() === one.normalize('NFC'))
const name = fc.oneof(
  fc.constantFrom('=1+1', '-cmd', '@x', 'Müller, "Co"', 'Website', 'website', "'quoted", 'a;b'),
  text.filter((one) => one !== ''),
  odd,
)
const code = fc.constantFrom('', '', 'WEB', 'A-1')
const currency = fc.constantFrom('EUR', 'JPY', 'KWD', null)
const deleted = fc.boolean()
const stamp = fc.constantFrom('2026-01-05 09:30:00', '2025-12-31 23:59:59', null)
const date = fc.constantFrom('2026-01-01', '2026-03-29', '2026-10-25', '2026-12-31')
const notes = fc.oneof(
  fc.constantFrom(null, '=HYPERLINK("http://x")', '+49', 'two\nlines', '-5', 'a;b,"c"', "'kept"),
  fc.constantFrom(
    'CR\r\nLF',
    'CR\rsomething',
    'one\n\n\ttab',
    '@cmd|x',
    '\u2028line',
    '{"stint":"times",',
  ),
  text.map((one) => one || null),
  odd,
)
/** No user, the current user, a colleague. */
const user = fc.constantFrom(0, 1, 2)
const one = (count: number) => fc.nat({ max: count })

export const world = fc.record({
  clients: fc.array(fc.record({ name, code, deleted }), { maxLength: 3 }),
  projects: fc.array(
    fc.record({ name, code, currency, deleted, rate: one(50_000), client: one(3) }),
    { maxLength: 4 },
  ),
  tasks: fc.array(fc.record({ name, deleted }), { maxLength: 3 }),
  charges: fc.array(fc.record({ name, currency, deleted, charge: one(9_000) }), { maxLength: 2 }),
  times: fc.array(
    fc.record({
      ...{ date, start: one(1439), quantity: fc.integer({ min: 1, max: 20 }), notes, currency },
      ...{
        increment: fc.constantFrom(1, 6, 15, 60),
        rate: one(90_000),
        project: one(4),
        task: one(3),
        user,
      },
      ...{ created_at: stamp, updated_at: stamp, ran: fc.boolean() },
    }),
    { maxLength: 12 },
  ),
  expenses: fc.array(
    fc.record({
      ...{
        date,
        name,
        quantity: fc.integer({ min: 1, max: 9 }),
        notes,
        currency,
        chargeable: deleted,
      },
      ...{ unit: notes, unit_charge: fc.integer({ min: -900, max: 90_000 }) },
      ...{ total_cost: fc.integer({ min: -500, max: 500 }), user },
      ...{ original_unit_charge: one(70_000), original_currency: currency },
      ...{
        exchange_rate: fc.constantFrom('1', '0', '1.85'),
        tax_rate: fc.constantFrom('0', '7.5'),
      },
      ...{ project: one(4), charge: one(2), created_at: stamp, updated_at: stamp },
    }),
    { maxLength: 6 },
  ),
})
export type World = typeof world extends fc.Arbitrary<infer Drawn> ? Drawn : never

/**
 * Whether two projects or two clients have the same code or name, which then identifies neither.
 */
export const hasTwins = ({ clients, projects }: World): boolean =>
  [clients, projects].some((records) =>
    [records.map(({ code }) => code).filter(Boolean), records.map(({ name }) => fold(name))].some(
      (names) => new Set(names).size < names.length,
    ),
  )

/** A calendar has one kind of line end. */
export const lineEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** Writes all of it into a store; an index beyond the end of a list means none. */
export async function fill({ db }: TestContext, drawn: World): Promise<void> {
  const common = { organisation_id: organisation }
  const at = (ids: readonly number[], place: number) => ids[place] ?? null
  await db.transaction().execute(async (trx) => {
    for (const name of ['Ada', 'Tom']) await insertUser(trx, { ...common, name })
    const clients: number[] = []
    for (const client of drawn.clients) {
      const made = await insertClient(trx, { ...common, ...client })
      clients.push(made)
    }
    const projects: number[] = []
    for (const { client, ...project } of drawn.projects) {
      const client_id = at(clients, client)
      projects.push(await insertProject(trx, { ...common, ...project, client_id }))
    }
    const tasks: number[] = []
    for (const task of drawn.tasks) tasks.push(await insertTask(trx, { ...common, ...task }))
    const charges: number[] = []
    for (const charge of drawn.charges) {
      charges.push(await insertCharge(trx, { ...common, ...charge }))
    }
    for (const { project, task, user, ran, ...time } of drawn.times) {
      const [project_id, task_id] = [at(projects, project), at(tasks, task)]
      const user_id = user === 0 ? null : user
      const id = await insertTime(trx, { ...common, ...time, project_id, task_id, user_id })
      const segment = { started_at: 1_000, stopped_at: 2_000, zone: 'Europe/Vienna' }
      if (ran)
        await trx
          .insertInto('segment')
          .values({ time_entry_id: id, ...segment })
          .execute()
    }
    for (const { project, charge, user, ...expense } of drawn.expenses) {
      const [project_id, charge_id] = [at(projects, project), at(charges, charge)]
      const user_id = user === 0 ? null : user
      await insertExpense(trx, {
        ...{ ...common, ...expense, tax: 'includes' },
        ...{ project_id, charge_id, user_id },
      })
    }
  })
}
