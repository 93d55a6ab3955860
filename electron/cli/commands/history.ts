import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import type {
  ChangeDetail,
  ChangedField,
  ChangeSummary,
  ReadableValue,
  RecordedResource,
} from '#shared/ipc/history.ts'
import { inEnglish } from '#shared/sentences/sentence.ts'
import { withCore, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { reject, rejectField, t, translateCore, type Word } from '../language.ts'
import { toSingleLine, renderTable } from '../terminal-table.ts'
import { parseId, resolveLocalId, numberFlag, textFlag } from '../parse-values.ts'
import { rejectArguments } from '../words.ts'

export const historyCommand: Command = {
  help: `stint history [list] [--record times:12] [--before ID] [--limit N]

List recent changes by anyone, newest first.

  --record RESOURCE:ID  only changes to one record: times:12, projects:remote:7, timer
  --before ID           only changes before this one
  --limit N             up to 200 (default: 50)

stint history show ID   show what a change did, field by field`,
  flags: {
    record: { type: 'string' },
    before: { type: 'string' },
    limit: { type: 'string' },
  } as const satisfies ParseArgsOptionsConfig,
  run: (context) =>
    withCore(context, (client) => {
      const [verb, ...words] = context.words
      if (verb === 'show') return show(client, words)
      return list(client, verb === 'list' ? { ...context, words } : context)
    }),
}

async function list(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const limit = numberFlag(context, 'limit')
  if (!limit.ok) return limit
  const before = numberFlag(context, 'before')
  if (!before.ok) return before
  const record = await recordFlag(client, context)
  if (!record.ok) return record
  const changes = await client.call('history.list', {
    ...(limit.value === undefined ? {} : { limit: limit.value }),
    ...(before.value === undefined ? {} : { before: before.value }),
    ...(record.value === undefined ? {} : { record: record.value }),
  })
  if (!changes.ok) return changes
  const text = renderTable(
    changes.value,
    [
      { title: t('ID'), value: ({ change }) => String(change), align: 'right' },
      { title: t('When'), value: ({ at }) => timestampText(at) },
      { title: t('By'), value: ({ actor }) => t(actorLabels[actor]) },
      { title: t('Change'), value: ({ summary }) => translateCore(summary), flexible: true },
      { title: '', value: ({ undone }) => (undone ? t('undone') : '') },
    ],
    context.width,
  )
  return ok({
    json: changes.value.map(inJson),
    text: changes.value.length > 0 ? text : t('No changes yet'),
  })
}

/** Who made a change, from the point of view of the person at the terminal. */
export const actorLabels: Readonly<Record<ChangeSummary['actor'], Word>> = {
  person: 'you',
  sync: 'service',
  import: 'import',
}

export const timestampText = (at: number): string => new Date(at).toLocaleString('sv')

type RecordFlag = NonNullable<CallInput<'history.list'>['record']>

const resources: Readonly<Record<string, Exclude<RecordedResource, 'timer'>>> = {
  times: 'time',
  expenses: 'expense',
  categories: 'category',
  projects: 'project',
  clients: 'client',
  tasks: 'task',
  charges: 'charge',
}

/** Parses `times:12`, `projects:remote:7`, or `timer`. */
async function recordFlag(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<RecordFlag | undefined>> {
  const text = textFlag(context, 'record')
  if (text === undefined) return ok(undefined)
  if (text === 'timer') return ok({ resource: 'timer', local: 1 })
  const [, name = '', id = ''] = /^([a-z]+):(.+)$/.exec(text) ?? []
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
  if (resource === undefined) {
    const choices = Object.keys(resources).join(', ')
    return rejectField('record', '--record needs one of {choices} and an ID, like times:12', {
      choices,
    })
  }
  const local = await resolveLocalId(client, resource, id, 'record')
  return local.ok ? ok({ resource, local: local.value }) : local
}

async function show(client: CoreClient, words: readonly string[]): Promise<Result<CommandOutput>> {
  const [word, ...more] = words
  const rest = rejectArguments(more)
  if (!rest.ok) return rest
  if (word === undefined)
    return reject('usage', 'Give one ID: {example}', { example: 'stint history show 12' })
  const id = parseId(word, '“{text}” isn’t the ID of a change')
  if (!id.ok) return id
  const change = await client.call('history.show', { change: id.value })
  return change.ok ? ok({ json: inJson(change.value), text: detailText(change.value) }) : change
}

function detailText(change: ChangeDetail): string {
  const undone = change.undone ? `, ${t('undone')}` : ''
  const lines = [
    `${change.change}  ${timestampText(change.at)}, ${t(actorLabels[change.actor])}${undone}`,
    translateCore(change.summary),
  ]
  for (const { was, resource, local, title, fields } of change.records) {
    lines.push('', `${t(resource)} ${local} ${t(was)}: ${translateCore(title)}`)
    for (const field of fields) lines.push(`  ${field.field}: ${differenceText(was, field)}`)
  }
  if (change.more > 0) lines.push('', t('and {count} more', { count: change.more }))
  return lines
    .map((line) => (line.startsWith('  ') ? `  ${toSingleLine(line)}` : toSingleLine(line)))
    .join('\n')
}

function differenceText(was: 'added' | 'changed' | 'deleted', field: ChangedField): string {
  if (was === 'added') return valueText(field.after)
  if (was === 'deleted') return valueText(field.before)
  return `${valueText(field.before)} → ${valueText(field.after)}`
}

const valueText = (value: ReadableValue): string =>
  value === null ? t('nothing') : Array.isArray(value) ? value.join(', ') : String(value)

export const undoCommand: Command = {
  help: `stint undo [ID]

Undo your latest change, or the change with this ID from \`stint history\`, whoever made it. Later
changes stay.`,
  flags: {},
  run: (context) =>
    withCore(context, async (client) => {
      const [word, ...more] = context.words
      const words = rejectArguments(more)
      if (!words.ok) return words
      if (word === undefined) return changeOutput(await client.call('history.undo', {}))
      const id = parseId(word, '“{text}” isn’t the ID of a change')
      return id.ok ? changeOutput(await client.call('history.undo', { change: id.value })) : id
    }),
}

export const redoCommand: Command = {
  help: 'stint redo\n\nRedo the last undone change.',
  flags: {},
  run: (context) =>
    withCore(context, async (client) => {
      const words = rejectArguments(context.words)
      return words.ok ? changeOutput(await client.call('history.redo')) : words
    }),
}

/** A change in JSON, in which its summary is in English. */
export const inJson = <Change extends ChangeSummary>(change: Change) => ({
  ...change,
  summary: inEnglish(change.summary),
})

/** Prints a change's own summary. */
export const changeOutput = (change: Result<ChangeSummary>): Result<CommandOutput> =>
  change.ok
    ? ok({ json: inJson(change.value), text: toSingleLine(translateCore(change.value.summary)) })
    : change
