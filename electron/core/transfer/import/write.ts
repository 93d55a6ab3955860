/** Writes what an import makes, inside its one change: many rows with one statement. */
import { fail, unwrap } from '#shared/errors.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { defaultCurrency } from '#shared/rules/money.ts'
import type { ActionContext, Doing } from '../../actions/change.ts'
import { addExpense } from '../../actions/expense-rows.ts'
import { newExpense } from '../../actions/expense-values.ts'
import { readExpenseRow } from '../../actions/kept-expense.ts'
import { readReference } from '../../actions/references.ts'
import { insertCharge, updateCharge } from '../../store/charges.ts'
import { insertClient, updateClient } from '../../store/clients.ts'
import { insertExpense, updateExpense, type NewExpense } from '../../store/expenses.ts'
import { preparedRows } from '../../store/many-rows.ts'
import { me } from '../../store/me.ts'
import { insertProject, updateProject } from '../../store/projects.ts'
import { markChanged, unsentTie } from '../../store/sync-records.ts'
import { insertTask, updateTask } from '../../store/tasks.ts'
import { knownPrints } from './standing.ts'
import { writeTimes } from './write-times.ts'
import { inPieces } from './in-pieces.ts'
import type { Intent } from './intent.ts'
import type { Kind, Named } from './names.ts'

/** Entries in one statement: some milliseconds. */
const atOnce = 100

export interface Watch {
  /** Also lines that an earlier import brought. */
  again: boolean
  /** Hears how many lines are made. */
  progress(done: number): void
  signal: AbortSignal
}

/** Makes all of it. Throws the failure `conflict` when it is given up; then nothing is kept. */
export async function writeIntent(
  doing: Doing,
  context: ActionContext,
  intent: Intent,
  { progress, signal, again }: Watch,
): Promise<void> {
  const user_id = await me(doing.trx)
  const pause = async (done: number) => {
    progress(done)
    await context.clock.sleep(0)
    if (signal.aborted) unwrap(fail('conflict', 'The import was given up; nothing was made'))
  }
  await pause(0)
  await requireUnchanged(doing, context, intent, again)
  for (const named of await namesIn(context, intent)) {
    await makeNamed(doing, context, named)
    await pause(0)
  }
  const { times, expenses } = intent
  for (let from = 0; from < times.length; from += atOnce) {
    const some = times.slice(from, from + atOnce)
    await writeTimes(doing, context, some, user_id)
    await pause(from + some.length)
  }
  for (const [at, expense] of expenses.entries()) {
    await writeExpense(doing, context, expense, user_id)
    await pause(times.length + at + 1)
  }
  for (const lines of [times, expenses]) {
    for (let from = 0; from < lines.length; from += atOnce) {
      const some = lines.slice(from, from + atOnce)
      await printed(
        doing.trx,
        some.map(({ print }) => ({ print, change_id: doing.change })),
      )
      await pause(times.length + expenses.length)
    }
  }
}

const printed = preparedRows((db, rows: { print: number; change_id: number }[]) =>
  db
    .insertInto('imported')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('print').doUpdateSet((eb) => ({ change_id: eb.ref('excluded.change_id') })),
    ),
)

/** What was looked at may be some time ago: what it stands on has to be as it was. */
async function requireUnchanged(
  doing: Doing,
  context: ActionContext,
  intent: Intent,
  again: boolean,
): Promise<void> {
  for (const { kind, local, as } of await namesIn(context, intent)) {
    if (local === null || (await readReference(doing.trx, kind, local))) continue
    unwrap(fail('conflict', `The ${kind} “${as}” is not here any more; look at the file again`))
  }
  if (again) return
  const inTransaction = { ...context, db: doing.trx }
  const known = await knownPrints(inTransaction, [intent.times, intent.expenses])
  if (known.size > 0) {
    unwrap(fail('conflict', 'Another import has brought these lines meanwhile; look again'))
  }
}

/** Those that lines name, clients before their projects, each once. */
async function namesIn(context: ActionContext, { times, expenses }: Intent): Promise<Set<Named>> {
  const names = new Set<Named>()
  const add = (named: Named | null) => {
    if (!named) return
    add(named.client)
    names.add(named)
  }
  await inPieces(context, times, ({ project, task }) => {
    add(project)
    add(task)
  })
  await inPieces(context, expenses, ({ project, charge }) => {
    add(project)
    add(charge)
  })
  return names
}

const tables = {
  project: { insert: insertProject, update: updateProject },
  client: { insert: insertClient, update: updateClient },
  task: { insert: insertTask, update: updateTask },
  charge: { insert: insertCharge, update: updateCharge },
} as const

async function makeNamed(doing: Doing, context: ActionContext, named: Named): Promise<void> {
  if (named.local !== null) return
  const { kind, name } = named
  const now = toTimestamp(doing.at)
  const columns = columnsOf(named)
  const local = await tables[kind].insert(doing.trx, {
    ...columns,
    ...{ name, organisation_id: context.organisation, created_at: now, updated_at: now },
  })
  const { contact: person } = columns as { contact?: object | null }
  const contact = person ? { contact: { id: local, ...person } } : {}
  await tables[kind].update(doing.trx, local, { tie: unsentTie(local), ...contact } as never)
  const after = await readReference(doing.trx, kind, local)
  await doing.record({ resource: kind, local, before: null, after: { ...after, remote: null } })
  named.local = local
}

const columns: Record<Kind, readonly string[]> = {
  project: [
    ...['code', 'type', 'status', 'description', 'currency', 'increment', 'rate', 'budget'],
    ...['budget_type', 'start_date', 'end_date', 'deleted'],
  ],
  client: ['code', 'phone', 'fax', 'contact', 'address', 'postal', 'deleted'],
  task: ['deleted'],
  charge: ['charge', 'unit', 'currency', 'deleted'],
}

/** What is known of it; what nobody said is as for one that a person makes. */
function columnsOf(named: Named): Record<string, unknown> {
  const { kind, code, client, content, increment, currency } = named
  const known = Object.fromEntries(
    columns[kind].flatMap((name) =>
      content?.[name] === undefined ? [] : [[name, content[name]] as const],
    ),
  )
  switch (kind) {
    case 'project':
      return {
        ...{ code, increment, currency: currency ?? (content ? null : defaultCurrency) },
        ...known,
        client_id: client?.local ?? null,
      }
    case 'client':
      return { code, ...known }
    case 'task':
      return known
    case 'charge':
      return { currency: defaultCurrency, ...known }
  }
}

async function writeExpense(
  doing: Doing,
  context: ActionContext,
  { project, charge, found }: Intent['expenses'][number],
  user_id: number | null,
): Promise<void> {
  const project_id = project?.local ?? null
  if (found.as) {
    const local = await insertExpense(doing.trx, {
      ...(found.as as Omit<NewExpense, 'organisation_id'>),
      ...{ organisation_id: context.organisation, user_id, project_id },
      charge_id: charge?.local ?? null,
    })
    await updateExpense(doing.trx, local, { tie: unsentTie(local) })
    const after = (await readExpenseRow(doing.trx, local))!
    await doing.record({ resource: 'expense', local, before: null, after })
    await markChanged(doing.trx, 'expense', local, doing.change)
    return
  }
  const { date, name, quantity, unit_charge, chargeable, notes } = found
  const input = { project: project_id, date, name, quantity, unit_charge, chargeable, notes }
  await addExpense(doing, await newExpense(doing.trx, context, input))
}
