/** Everything that a person can do, in any order, and everything that it can change. */
import {
  createCategory,
  deleteCategory,
  restoreCategory,
  updateCategoryEntry,
} from '#core/actions/categories.ts'
import { createExpense, deleteExpenseEntry, updateExpenseEntry } from '#core/actions/expenses.ts'
import {
  addReference,
  changeReference,
  deleteReference,
  type ReferenceKind,
} from '#core/actions/references.ts'
import { createTime, deleteTimes, updateTimes, type EntryInput } from '#core/actions/times.ts'
import { restoreFromTrash } from '#core/actions/trash.ts'
import type { Db } from '#core/store/database/db.ts'
import { discardTimer, editTimer, startTimer, stopTimer } from '#core/timer/timer-actions.ts'
import { fail, unwrap, type Result } from '#shared/errors.ts'
import fc from 'fast-check'
import type { TestContext } from './store.ts'

/** One act. It may be refused: then nothing was changed. */
export interface Act {
  does: string
  run(context: TestContext): Promise<Result<unknown>>
}

type Table = 'time_entry' | 'project' | 'client' | 'task' | 'charge' | 'expense' | 'category'

/** The id of an existing record; an unused one while there are none. */
async function oneOf(context: TestContext, table: Table | 'trash', pick: number): Promise<number> {
  const rows = await context.db.selectFrom(table).select('id').orderBy('id').execute()
  return rows.length > 0 ? rows[pick % rows.length]!.id : 1
}

async function someOf(
  context: TestContext,
  table: Table | 'trash',
  picks: readonly number[],
): Promise<number[]> {
  const found = await Promise.all(picks.map((pick) => oneOf(context, table, pick)))
  return [...new Set(found)]
}

/** The same with its references picked from existing records. */
async function related<Input extends object>(context: TestContext, input: Input): Promise<Input> {
  const given = { ...input } as Record<string, unknown>
  for (const table of ['project', 'task', 'charge'] as const) {
    if (typeof given[table] === 'number') given[table] = await oneOf(context, table, given[table])
  }
  for (const [field, table] of [
    ['tasks', 'task'],
    ['charges', 'charge'],
  ] as const) {
    if (given[field]) given[field] = await someOf(context, table, given[field] as number[])
  }
  return given as Input
}

const word = fc.constantFrom('hero', 'Größe', 'call\nback', 'ΣΑΣ', 'x'.repeat(80), 'Ärger', 'b')
const pick = fc.nat({ max: 30 })
const picks = fc.array(pick, { minLength: 1, maxLength: 4 })
const work = { project: fc.option(pick), task: fc.option(pick), notes: fc.option(word) }
const entry = {
  ...work,
  date: fc.constantFrom('2026-11-18', '2026-11-19'),
  start: fc.integer({ min: 0, max: 1439 }),
  quantity: fc.integer({ min: 1, max: 40 }),
}
const minute = 60_000

function act<Input>(
  does: string,
  input: fc.Arbitrary<Input>,
  run: (context: TestContext, input: Input) => Promise<Result<unknown>>,
): fc.Arbitrary<Act> {
  return input.map((values) => ({
    does: `${does} ${JSON.stringify(values)}`,
    run: (context) => run(context, values),
  }))
}

const timeActs = [
  act('add a time', fc.record(entry), async (context, input) =>
    createTime(context, await related(context, input)),
  ),
  act(
    'change times',
    fc.record({ locals: picks, set: fc.record(entry, { requiredKeys: [] }) }),
    async (context, { locals, set }) => {
      const input = (await related(context, set)) as Partial<EntryInput>
      const entries = await someOf(context, 'time_entry', locals)
      return updateTimes(
        context,
        entries.map((local) => ({ local })),
        input,
      )
    },
  ),
  act('delete times', picks, async (context, locals) =>
    deleteTimes(context, await someOf(context, 'time_entry', locals)),
  ),
]

const timerActs = [
  act('start', fc.record(work), async (context, input) =>
    startTimer(context, await related(context, input)),
  ),
  act('edit the timer', fc.record(work, { requiredKeys: [] }), async (context, input) =>
    editTimer(context, await related(context, input)),
  ),
  act('stop the timer', fc.integer({ min: 0, max: 2_000 }), (context, later) => {
    context.clock.set(context.clock.now() + later * minute)
    return stopTimer(context)
  }),
  act('discard the timer', fc.constant(null), (context) => discardTimer(context)),
]

const kind = fc.constantFrom<ReferenceKind>('project', 'client', 'task', 'charge')
const referenceActs = [
  act('add a record', fc.record({ kind, name: word }), (context, { kind, name }) =>
    addReference(context, kind, newReference(kind, name)),
  ),
  act(
    'rename a record',
    fc.record({ kind, pick, name: word }),
    async (context, { kind, pick, name }) =>
      changeReference(context, kind, await oneOf(context, kind, pick), { name }),
  ),
  act('delete a record', fc.record({ kind, pick }), async (context, { kind, pick }) =>
    deleteReference(context, kind, await oneOf(context, kind, pick)),
  ),
]

/** The required fields of a new reference record, by kind. */
const newReference = (kind: ReferenceKind, name: string) => {
  const code = name.slice(0, 3).toUpperCase()
  const all = {
    project: { name, code, increment: 10, type: 'client', client: null },
    client: { name, code },
    task: { name },
    charge: { name, charge: 250, unit: 'piece' },
  }
  return all[kind] as never
}

const common = {
  project: pick,
  date: fc.constantFrom('2026-11-18', '2026-11-19'),
  quantity: fc.integer({ min: 1, max: 9 }),
  notes: fc.option(word),
  chargeable: fc.boolean(),
}
const oneOff = { ...common, name: word, unit_charge: fc.integer({ min: -900, max: 900 }) }
const charged = { ...common, charge: pick }
const expenseActs = [
  act('add an expense', fc.oneof(fc.record(oneOff), fc.record(charged)), async (context, input) =>
    createExpense(context, (await related(context, input)) as never),
  ),
  act(
    'change an expense',
    fc.record({
      pick,
      set: fc.oneof(
        fc.record(oneOff, { requiredKeys: [] }),
        fc.record(charged, { requiredKeys: [] }),
      ),
    }),
    async (context, { pick, set }) => {
      const input = (await related(context, set)) as never
      return updateExpenseEntry(context, await oneOf(context, 'expense', pick), input)
    },
  ),
  act('delete an expense', pick, async (context, local) =>
    deleteExpenseEntry(context, await oneOf(context, 'expense', local)),
  ),
]

const category = { name: word, tasks: picks, charges: picks }
const categoryActs = [
  act('add a category', fc.record(category), async (context, input) =>
    createCategory(context, await related(context, input)),
  ),
  act(
    'change a category',
    fc.record({ pick, set: fc.record(category, { requiredKeys: [] }) }),
    async (context, { pick, set }) => {
      const input = await related(context, set)
      return updateCategoryEntry(context, await oneOf(context, 'category', pick), input)
    },
  ),
  act('archive a category', pick, async (context, local) =>
    deleteCategory(context, await oneOf(context, 'category', local)),
  ),
  act('restore a category', pick, async (context, local) => {
    const id = await oneOf(context, 'category', local)
    const { deleted_at } = (await context.db
      .selectFrom('category')
      .select('deleted_at')
      .where('id', '=', id)
      .executeTakeFirst()) ?? { deleted_at: null }
    // Restoring an active record has no effect, and is no change.
    return deleted_at === null ? refused : restoreCategory(context, id)
  }),
]
const refused = fail('conflict', 'It is active')

const trashActs = [
  act('bring back from the trash', picks, async (context, items) =>
    restoreFromTrash(context, await someOf(context, 'trash', items)),
  ),
]

export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  ...timeActs,
  ...timerActs,
  ...referenceActs,
  ...expenseActs,
  ...categoryActs,
  ...trashActs,
)

/** Fills a context with a few records of everything, none of which a plain undo takes back. */
export async function furnish(context: TestContext): Promise<void> {
  const { web, app, design } = context
  const charge = unwrap(await addReference(context, 'charge', newReference('charge', 'Mileage')))
  const task = unwrap(await addReference(context, 'task', newReference('task', 'Call')))
  unwrap(await addReference(context, 'client', newReference('client', 'Fernwood')))
  const dated = { date: '2026-11-18', quantity: 2 }
  unwrap(await createTime(context, { project: web, task: design, start: 540, ...dated }))
  unwrap(await createTime(context, { project: app, task, start: 600, ...dated, notes: 'Call' }))
  unwrap(
    await createExpense(context, {
      project: web,
      charge: null,
      name: 'Train',
      unit_charge: 900,
      ...dated,
    } as never),
  )
  unwrap(await createExpense(context, { project: app, charge, ...dated } as never))
  unwrap(await createCategory(context, { name: 'Meetings', tasks: [task], charges: [charge] }))
  await context.db.updateTable('change').set({ actor: 'import' }).execute()
}

const tables = [
  'time_entry',
  'segment',
  'timer',
  'project',
  'client',
  'task',
  'charge',
  'expense',
  'category',
  'category_task',
  'category_charge',
] as const

/** Exact instants are kept for ever: those of a deleted entry are ignored. */
const rowsOf = (db: Db, table: (typeof tables)[number]) =>
  table === 'segment'
    ? db
        .selectFrom('segment')
        .selectAll()
        .where('time_entry_id', 'in', (eb) => eb.selectFrom('time_entry').select('id'))
        .execute()
    : db.selectFrom(table).selectAll().execute()

/**
 * Everything that a person made, byte for byte. Left out is what undo does not promise: when a row
 * was written last, the ids of segments, a timer's sign of life.
 */
export async function stateOf(db: Db): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {}
  for (const table of tables) {
    const rows = (await rowsOf(db, table)) as Record<string, unknown>[]
    state[table] = rows
      .map(({ updated_at: _updated, heartbeat_at: _heartbeat, ...row }) => {
        if (table === 'segment') delete row['id']
        return row
      })
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
  return state
}
