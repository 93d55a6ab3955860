/** Writes what an import creates, inside its one change, with many rows in one statement. */
import { fail, unwrap } from '#shared/errors.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { ActionContext, ChangeTransaction } from '../../actions/change.ts'
import { noteImport } from '../../actions/act-uids.ts'
import { writeNewExpense } from '../../actions/expense-writes.ts'
import { readExpenseSnapshot } from '../../actions/expense-history.ts'
import { readReferenceRow } from '../../actions/references.ts'
import { insertCharge, updateCharge } from '../../store/resources/charges.ts'
import { insertClient, updateClient } from '../../store/resources/clients.ts'
import { insertExpense, updateExpense, type NewExpense } from '../../store/resources/expenses.ts'
import { preparedBatch } from '../../store/database/batch-insert.ts'
import { readCurrentUser } from '../../store/account/current-user.ts'
import { insertProject, updateProject } from '../../store/resources/projects.ts'
import { markDirty, provisionalTie } from '../../store/sync/sync-records.ts'
import { insertTask, updateTask } from '../../store/resources/tasks.ts'
import { allowConcurrentReads } from '../../store/database/store-adapter.ts'
import { findImportedFingerprints } from './existing-records.ts'
import { writeImportedTimes } from './write-times.ts'
import { forEachBatch } from './for-each-batch.ts'
import type { ExpenseIntent, ImportIntent, TimeIntent } from './import-intents.ts'
import type { ImportedReferenceKind, ResolvedReference } from './resolve-references.ts'
import { linesPerBatch, type PlannedImport } from './plan-import.ts'

/** Entries in one statement: takes less than a frame. */
const atOnce = 64

export interface WriteImportOptions {
  /** Also lines that an earlier import created. */
  includeImported: boolean
  /** Currency of created projects and charges when the file does not say. */
  currency: string
  /** Called with the number of lines written. */
  progress(done: number): void
  signal: AbortSignal
}

/**
 * Creates everything, parsing the lines of the file once more. Throws the failure `conflict` when
 * it is aborted; then nothing is kept.
 */
export async function writeImport(
  tx: ChangeTransaction,
  context: ActionContext,
  plan: PlannedImport,
  intents: Iterable<ImportIntent>,
  { progress, signal, includeImported: again, currency }: WriteImportOptions,
): Promise<void> {
  const user_id = await readCurrentUser(tx.trx)
  allowConcurrentReads(tx.trx)
  let made = 0
  const pause = async () => {
    progress(made)
    await context.clock.sleep(0)
    if (signal.aborted) unwrap(fail('conflict', 'The import was canceled. Nothing was imported'))
  }
  await pause()
  await requireUnchanged(tx, context, plan, again)
  for (const named of await namesIn(context, plan)) {
    await makeNamed(tx, context, named, currency)
    await pause()
  }
  const times = plan.times.values()
  const expenses = plan.expenses.values()
  let gathered: { intent: TimeIntent; print: number }[] = []
  const write = async () => {
    await writeImportedTimes(tx, context, gathered, user_id)
    await remember(
      tx,
      gathered.map(({ print }) => print),
    )
    made += gathered.length
    gathered = []
    await pause()
  }
  let passed = 0
  for (const intent of intents) {
    if (intent.is === 'time') {
      const { isCreated: isMade, fingerprint: print } = times.next().value!
      if (isMade) gathered.push({ intent, print })
    } else if (intent.is === 'expense') {
      const { isCreated: isMade, fingerprint: print } = expenses.next().value!
      if (isMade) {
        const local = await writeExpense(tx, context, intent, user_id)
        await noteImport(tx.trx, 'expense', [{ local, print }])
        await remember(tx, [print])
        made += 1
        await pause()
      }
    }
    if (gathered.length === atOnce) await write()
    else if (++passed % linesPerBatch === 0) await pause()
  }
  if (gathered.length > 0) await write()
}

const remember = (tx: ChangeTransaction, prints: readonly number[]) =>
  printed(
    tx.trx,
    prints.map((print) => ({ print, change_id: tx.change })),
  )

const printed = preparedBatch((db, rows: { print: number; change_id: number }[]) =>
  db
    .insertInto('imported')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('print').doUpdateSet((eb) => ({ change_id: eb.ref('excluded.change_id') })),
    ),
)

/** Throws when the records that the preview depends on have changed since. */
async function requireUnchanged(
  tx: ChangeTransaction,
  context: ActionContext,
  plan: PlannedImport,
  again: boolean,
): Promise<void> {
  for (const { kind, local, as } of await namesIn(context, plan)) {
    if (local === null || (await readReferenceRow(tx.trx, kind, local))) continue
    unwrap(
      fail('conflict', 'The {kind} “{name}” no longer exists. Preview the file again', {
        kind,
        name: as,
      }),
    )
  }
  if (again) return
  const inTransaction = { ...context, db: tx.trx }
  const known = await findImportedFingerprints(inTransaction, [plan.times, plan.expenses])
  const isKnown = (line: { isCreated: boolean; fingerprint: number }) =>
    line.isCreated && known.has(line.fingerprint)
  if (plan.times.some(isKnown) || plan.expenses.some(isKnown)) {
    unwrap(
      fail(
        'conflict',
        'Another import has added these lines in the meantime. Preview the file again',
      ),
    )
  }
}

/**
 * The records that lines name, clients before their projects, each once; in the order of a file
 * that numbers its records, so that they are listed here as they were there.
 */
async function namesIn(
  context: ActionContext,
  { times, expenses }: PlannedImport,
): Promise<ResolvedReference[]> {
  const names = new Set<ResolvedReference>()
  const add = (named: ResolvedReference | null) => {
    if (!named) return
    add(named.client)
    names.add(named)
  }
  await forEachBatch(context, times, ({ isCreated: isMade, project, task }) => {
    if (!isMade) return
    add(project)
    add(task)
  })
  await forEachBatch(context, expenses, ({ isCreated: isMade, project, charge }) => {
    if (!isMade) return
    add(project)
    add(charge)
  })
  const isOwner = ({ kind }: ResolvedReference) => Number(kind === 'client')
  return [...names].toSorted((a, b) => isOwner(b) - isOwner(a) || (a.key ?? 0) - (b.key ?? 0))
}

const tables = {
  project: { insert: insertProject, update: updateProject },
  client: { insert: insertClient, update: updateClient },
  task: { insert: insertTask, update: updateTask },
  charge: { insert: insertCharge, update: updateCharge },
} as const

async function makeNamed(
  tx: ChangeTransaction,
  context: ActionContext,
  named: ResolvedReference,
  usualCurrency: string,
): Promise<void> {
  if (named.local !== null) return
  const { kind, name } = named
  const now = toTimestamp(tx.at)
  const columns = columnsOf(named, usualCurrency)
  const local = await tables[kind].insert(tx.trx, {
    ...columns,
    name,
    organisation_id: context.organisation,
    created_at: now,
    updated_at: now,
  })
  const { contact: person } = columns as { contact?: object | null }
  const contact = person ? { contact: { id: local, ...person } } : {}
  await tables[kind].update(tx.trx, local, { tie: provisionalTie(local), ...contact } as never)
  const after = await readReferenceRow(tx.trx, kind, local)
  await tx.recordRow({ resource: kind, local, before: null, after: { ...after, remote: null } })
  named.local = local
}

const columns: Record<ImportedReferenceKind, readonly string[]> = {
  project: [
    'code',
    'type',
    'status',
    'description',
    'currency',
    'increment',
    'rate',
    'budget',
    'budget_type',
    'start_date',
    'end_date',
    'deleted',
  ],
  client: ['code', 'phone', 'fax', 'contact', 'address', 'postal', 'deleted'],
  task: ['deleted'],
  charge: ['charge', 'unit', 'currency', 'deleted'],
}

/** The columns of a record: what is known, and the defaults of one that a person creates. */
function columnsOf(named: ResolvedReference, usualCurrency: string): Record<string, unknown> {
  const { kind, code, client, content, increment, currency } = named
  const known = Object.fromEntries(
    columns[kind].flatMap((name) =>
      content?.[name] === undefined ? [] : [[name, content[name]] as const],
    ),
  )
  switch (kind) {
    case 'project':
      return {
        code,
        increment,
        currency: currency ?? (content ? null : usualCurrency),
        ...known,
        client_id: client?.local ?? null,
      }
    case 'client':
      return { code, ...known }
    case 'task':
      return known
    case 'charge':
      return { currency: usualCurrency, ...known }
  }
}

async function writeExpense(
  tx: ChangeTransaction,
  context: ActionContext,
  { project, charge, found }: ExpenseIntent,
  user_id: number | null,
): Promise<number> {
  const project_id = project?.local ?? null
  if (found.as) {
    const local = await insertExpense(tx.trx, {
      ...(found.as as Omit<NewExpense, 'organisation_id'>),
      organisation_id: context.organisation,
      user_id,
      project_id,
      charge_id: charge?.local ?? null,
    })
    await updateExpense(tx.trx, local, { tie: provisionalTie(local) })
    const after = (await readExpenseSnapshot(tx.trx, local))!
    await tx.recordRow({ resource: 'expense', local, before: null, after })
    await markDirty(tx.trx, 'expense', local, tx.change)
    return local
  }
  const { date, name, quantity, unit_charge, chargeable, notes } = found
  const input = { project: project_id, date, name, quantity, unit_charge, chargeable, notes }
  return writeNewExpense(tx, input)
}
