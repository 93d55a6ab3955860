import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import {
  categorySortKeys,
  type Category,
  type CategorySummary,
} from '#shared/resources/category.ts'
import type { Page } from '#shared/resources/page.ts'
import { categoryValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { fold } from '#shared/rules/search-text.ts'
import { isLocalAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { runVerb, type VerbHandler } from '../verbs.ts'
import { listFlags, listHelp, readListFlags } from '../list-flags.ts'
import { toSingleLine, renderTable } from '../terminal-table.ts'
import { pagedTableText, stateText } from '../record-text.ts'
import { readIdArgument, resolveLocalId, textFlag } from '../parse-values.ts'
import { reject, rejectField, t } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const categoriesCommand: Command = {
  help: `stint categories list|add|show|update|delete|restore …

stint categories list
  --archived         archived categories only${listHelp(categorySortKeys)}

stint categories add --name NAME
stint categories update ID      change the given fields; a list replaces the current one
  --name NAME
  --tasks 1,2        local IDs or remote:ID; none clears the list
  --charges 3        price list items, in the same way

stint categories show ID
stint categories delete ID      archive it
stint categories restore ID     restore it from the archive`,
  flags: {
    ...listFlags,
    archived: { type: 'boolean' },
    name: { type: 'string' },
    tasks: { type: 'string' },
    charges: { type: 'string' },
  } as const satisfies ParseArgsOptionsConfig,
  flagsOf: {
    list: [...Object.keys(listFlags), 'archived'],
    add: ['name', 'tasks', 'charges'],
    update: ['name', 'tasks', 'charges'],
    show: [],
    delete: [],
    restore: [],
  },
  run: (context) => runVerb('categories', verbs, context),
}

const verbs = { list, add, show, update, delete: remove, restore } satisfies Record<
  string,
  VerbHandler
>

async function list(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const input = readListFlags(context, categorySortKeys)
  if (!input.ok) return input
  const archived = context.flags['archived'] === true
  const page = await client.call('categories.list', {
    ...input.value,
    ...(archived ? { archived } : {}),
  })
  if (!page.ok) return page
  const none = archived
    ? t('No archived categories')
    : t('No categories. Add one with `stint categories add`')
  const text = categoriesText(page.value, none, context.width, await isLocalAccount(client))
  return ok({ json: page.value, text })
}

async function show(client: CoreClient, { words }: CommandContext): Promise<Result<CommandOutput>> {
  const local = await named(client, words, 'show')
  return local.ok
    ? answered(client, await client.call('categories.show', { local: local.value }))
    : local
}

async function add(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const fields = await fieldsOf(client, context)
  if (!fields.ok) return fields
  const { name } = fields.value
  if (name === undefined) return rejectField('name', 'Add --name: the name of the category')
  const made = await client.call('categories.create', { ...fields.value, name })
  if (made.ok) await tellOfArchived(client, context, made.value)
  return answered(client, made)
}

async function update(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const local = await named(client, context.words, 'update')
  if (!local.ok) return local
  const before = await client.call('categories.show', { local: local.value })
  if (!before.ok) return before
  const set = await fieldsOf(client, context)
  if (!set.ok) return set
  if (Object.keys(set.value).length === 0) {
    return reject('usage', 'Nothing to change. Add a field, like {example}', {
      example: '--name NAME',
    })
  }
  const was = wasOf(set.value, categoryValues(before.value))
  const edit = { local: local.value, set: set.value, was }
  return answered(client, await client.call('categories.update', edit))
}

async function remove(
  client: CoreClient,
  { words }: CommandContext,
): Promise<Result<CommandOutput>> {
  const local = await named(client, words, 'delete')
  if (!local.ok) return local
  const archived = await client.call('categories.delete', { local: local.value })
  return answered(
    client,
    archived,
    t('Archived. `{command}` restores it', {
      command: `stint categories restore ${local.value}`,
    }),
  )
}

async function restore(
  client: CoreClient,
  { words }: CommandContext,
): Promise<Result<CommandOutput>> {
  const local = await named(client, words, 'restore')
  if (!local.ok) return local
  return answered(client, await client.call('categories.restore', { local: local.value }))
}

const named = (
  client: CoreClient,
  words: readonly string[],
  verb: string,
): Promise<Result<number>> =>
  readIdArgument(client, 'category', words, `stint categories ${verb} 3`)

/** Reads the fields from the flags; only those that were given. */
async function fieldsOf(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<CallInput<'categories.update'>['set']>> {
  const name = textFlag(context, 'name')
  const tasks = await idsFlag(client, context, 'task')
  if (!tasks.ok) return tasks
  const charges = await idsFlag(client, context, 'charge')
  if (!charges.ok) return charges
  return ok({
    ...(name === undefined ? {} : { name }),
    ...(tasks.value === undefined ? {} : { tasks: tasks.value }),
    ...(charges.value === undefined ? {} : { charges: charges.value }),
  })
}

/** Parses `1,2` or `remote:7,3` to local ids. */
async function idsFlag(
  client: CoreClient,
  context: CommandContext,
  resource: 'task' | 'charge',
): Promise<Result<number[] | undefined>> {
  const flag = `${resource}s`
  const text = textFlag(context, flag)
  if (text === undefined) return ok(undefined)
  if (text === 'none' || text.trim() === '') return ok([])
  const locals: number[] = []
  for (const word of text.split(',')) {
    const local = await resolveLocalId(client, resource, word.trim(), flag)
    if (!local.ok) return local
    locals.push(local.value)
  }
  return ok(locals)
}

/** Points out an archived category of the same name: the person may have wanted that one back. */
async function tellOfArchived(
  client: CoreClient,
  context: CommandContext,
  made: Category,
): Promise<void> {
  const query = made.name.slice(0, 200)
  const page = await client.call('categories.list', { archived: true, query, limit: 100 })
  const same = page.ok ? page.value.data.find(({ name }) => fold(name) === fold(made.name)) : null
  if (!same) return
  context.note(
    t(
      'There’s also an archived category with this name: {id}. To restore it, rename this one and run `{command}`.',
      { id: same.local, command: `stint categories restore ${same.local}` },
    ),
  )
}

async function answered(
  client: CoreClient,
  category: Result<Category>,
  before?: string,
): Promise<Result<CommandOutput>> {
  if (!category.ok) return category
  const { local, name, tasks, charges, projects, state, refusal, deleted } = category.value
  const list = (title: string, ids: number[]) =>
    ids.length === 0 ? [] : [`${title}: ${ids.join(', ')}`]
  const standing =
    refusal === null
      ? stateText(state, await isLocalAccount(client))
      : t('Service: {text}', { text: toSingleLine(refusal) })
  const lines = [
    ...(before === undefined ? [] : [before]),
    `${local}  ${deleted ? t('{name} (archived)', { name: toSingleLine(name) }) : toSingleLine(name)}`,
    ...list(t('Tasks'), tasks),
    ...list(t('Price list items'), charges),
    ...list(t('Used on projects'), projects),
    ...(standing === '' ? [] : [standing]),
  ]
  return ok({ json: category.value, text: lines.join('\n') })
}

const categoriesText = (
  page: Page<CategorySummary>,
  none: string,
  width: number,
  isLocal: boolean,
): string =>
  pagedTableText(page, none, () =>
    renderTable(
      page.data,
      [
        { title: t('ID'), value: ({ local }) => String(local), align: 'right' },
        { title: t('Name'), value: ({ name }) => name, flexible: true },
        { title: t('Tasks'), value: ({ tasks_count }) => String(tasks_count), align: 'right' },
        {
          title: t('Items'),
          value: ({ charges_count }) => String(charges_count),
          align: 'right',
        },
        { title: '', value: ({ state }) => stateText(state, isLocal) },
      ],
      width,
    ),
  )
