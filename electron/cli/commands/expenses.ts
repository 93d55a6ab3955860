import { ok, type Result } from '#shared/errors.ts'
import { expenseSortKeys, type Expense } from '#shared/resources/expense.ts'
import { expenseValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { isLocalAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { entryListFlags, entryListHelp, readEntryListFlags } from '../entry-list-flags.ts'
import { readExpenseFlags, expenseFlags, expenseFlagsHelp } from '../expense-flags.ts'
import { expensePageText, expenseText } from '../expense-text.ts'
import { runVerb, type VerbHandler } from '../verbs.ts'
import { readToday } from '../today.ts'
import { readIdArgument } from '../parse-values.ts'
import { reject, t } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const expensesCommand: Command = {
  help: `stint expenses list|add|show|update|delete …

stint expenses list             list expenses, newest first unless sorted${entryListHelp(expenseSortKeys)}

stint expenses add
stint expenses update ID        change the given fields
${expenseFlagsHelp}

stint expenses show ID
stint expenses delete ID`,
  flags: { ...entryListFlags, ...expenseFlags },
  flagsOf: {
    list: Object.keys(entryListFlags),
    add: Object.keys(expenseFlags),
    update: Object.keys(expenseFlags),
    show: [],
    delete: [],
  },
  run: (context) => runVerb('expenses', verbs, context),
}

const verbs = { list, add, show, update, delete: remove } satisfies Record<string, VerbHandler>

async function list(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const input = await readEntryListFlags(client, context, expenseSortKeys)
  if (!input.ok) return input
  const page = await client.call('expenses.list', input.value)
  if (!page.ok) return page
  const text = input.value.filter?.some(({ kind }) => kind === 'task')
    ? t('Expenses have no task, so none fit')
    : expensePageText(page.value, context.width, await isLocalAccount(client))
  return ok({ json: page.value, text })
}

async function show(client: CoreClient, { words }: CommandContext): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(client, 'expense', words, 'stint expenses show 12')
  return local.ok
    ? answered(client, await client.call('expenses.show', { local: local.value }))
    : local
}

async function add(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const fields = await readExpenseFlags(client, context, null)
  if (!fields.ok) return fields
  const { project = null, date = readToday(context.clock), chargeable = true } = fields.value
  const expense = { ...fields.value, project, date, chargeable }
  return answered(client, await client.call('expenses.create', expense))
}

async function update(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(
    client,
    'expense',
    context.words,
    'stint expenses update 12 --notes …',
  )
  if (!local.ok) return local
  const before = await client.call('expenses.show', { local: local.value })
  if (!before.ok) return before
  const set = await readExpenseFlags(client, context, before.value)
  if (!set.ok) return set
  if (Object.keys(set.value).length === 0) {
    return reject('usage', 'Nothing to change. Add a field, like {example}', {
      example: '--notes TEXT',
    })
  }
  const was = wasOf(set.value, expenseValues(before.value))
  return answered(
    client,
    await client.call('expenses.update', { local: local.value, set: set.value, was }),
  )
}

async function remove(
  client: CoreClient,
  { words }: CommandContext,
): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(client, 'expense', words, 'stint expenses delete 12')
  if (!local.ok) return local
  const gone = await client.call('expenses.delete', { local: local.value })
  return answered(client, gone, `${t('Deleted. `stint undo` restores it')}\n`)
}

async function answered(
  client: CoreClient,
  expense: Result<Expense>,
  before = '',
): Promise<Result<CommandOutput>> {
  if (!expense.ok) return expense
  const text = before + expenseText(expense.value, await isLocalAccount(client))
  return ok({ json: expense.value, text })
}
