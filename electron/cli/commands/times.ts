import type { ParseArgsOptionsConfig } from 'node:util'
import { fail, failField, ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import { timeSortKeys, type TimeEntry } from '#shared/resources/time.ts'
import { timeValues, wasOfTime } from '#shared/rules/concurrent-edits.ts'
import { defaultIncrement, countIncrements } from '#shared/rules/increments.ts'
import { isLocalAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { runVerb, type VerbHandler } from '../verbs.ts'
import { listFlags, listHelp, readListFlags } from '../list-flags.ts'
import { timeEntriesText, timeEntryText } from '../record-text.ts'
import { readToday } from '../today.ts'
import {
  dayFlag,
  dayHelp,
  minuteFlag,
  readIdArgument,
  parseDurationFlag,
  rejectArguments,
  numberFlag,
  textFlag,
} from '../parse-values.ts'
import { workFlags, readWorkFlags, type WorkInput } from '../work-flags.ts'

const entryFlags = {
  ...workFlags,
  date: { type: 'string' },
  start: { type: 'string' },
  quantity: { type: 'string' },
  duration: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export const timesCommand: Command = {
  help: `stint times list|add|show|update|delete …

stint times list                list entries
  --date DAY         only this day${listHelp(timeSortKeys)}

stint times add                 log finished work; past midnight it stays one entry, on the day
                                it starts
stint times update ID           change the given fields
  --project-id ID --task-id ID  local IDs or remote:ID; none clears it
  --date DAY                    default: today
  --start 09:00                 or 9am, noon, now, or minutes after midnight, like 540
  --quantity N                  in increments of the project, or
  --duration 1h30               or 90m; a bare number is minutes; rounded up to increments
  --notes TEXT

stint times show ID
stint times delete ID

${dayHelp}`,
  flags: { ...listFlags, ...entryFlags },
  flagsOf: {
    list: [...Object.keys(listFlags), 'date'],
    add: Object.keys(entryFlags),
    update: Object.keys(entryFlags),
    show: [],
    delete: [],
  },
  run: (context) => runVerb('times', verbs, context),
}

const verbs = { list, add, show, update, delete: remove } satisfies Record<string, VerbHandler>

async function list(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const input = readListFlags(context, timeSortKeys)
  if (!input.ok) return input
  const date = await dayFlag(client, context, 'date')
  if (!date.ok) return date
  const page = await client.call('times.list', { ...input.value, date: date.value })
  if (!page.ok) return page
  return ok({
    json: page.value,
    text: timeEntriesText(page.value, context.width, await isLocalAccount(client)),
  })
}

async function show(client: CoreClient, { words }: CommandContext): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(client, 'time', words, 'stint times show 12')
  return local.ok
    ? answered(client, await client.call('times.show', { local: local.value }))
    : local
}

async function add(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const set = await fieldsOf(client, context, null)
  if (!set.ok) return set
  const {
    project = null,
    task = null,
    date = readToday(context.clock),
    start,
    quantity,
    ...rest
  } = set.value
  if (start === undefined) return failField('start', 'Add --start: when the work began')
  if (quantity === undefined) {
    return failField('quantity', 'Add --quantity or --duration: how long it was')
  }
  const entry = { project, task, date, start, quantity, ...rest }
  return answered(client, await client.call('times.create', entry))
}

async function update(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(
    client,
    'time',
    context.words,
    'stint times update 12 --notes …',
  )
  if (!local.ok) return local
  const before = await client.call('times.show', { local: local.value })
  if (!before.ok) return before
  const set = await fieldsOf(client, context, before.value)
  if (!set.ok) return set
  if (Object.keys(set.value).length === 0) {
    return fail('usage', 'Nothing to change. Add a field, like --notes TEXT')
  }
  const was = wasOfTime(set.value, timeValues(before.value))
  return answered(
    client,
    await client.call('times.update', { local: local.value, set: set.value, was }),
  )
}

async function remove(
  client: CoreClient,
  { words }: CommandContext,
): Promise<Result<CommandOutput>> {
  const local = await readIdArgument(client, 'time', words, 'stint times delete 12')
  if (!local.ok) return local
  const gone = await client.call('times.delete', { local: local.value })
  return answered(client, gone, 'Deleted. `stint undo` restores it\n')
}

type Fields = CallInput<'times.update'>['set']

/** Reads the fields of an entry from the flags; only those that were given. */
async function fieldsOf(
  client: CoreClient,
  context: CommandContext,
  before: TimeEntry | null,
): Promise<Result<Fields>> {
  const work = await readWorkFlags(client, context)
  if (!work.ok) return work
  const fields: Fields = { ...work.value }

  const date = await dayFlag(client, context, 'date')
  if (!date.ok) return date
  if (date.value !== undefined) fields.date = date.value

  const start = await minuteFlag(client, context, 'start')
  if (!start.ok) return start
  if (start.value !== undefined) fields.start = start.value

  const quantity = numberFlag(context, 'quantity')
  if (!quantity.ok) return quantity
  if (quantity.value !== undefined) fields.quantity = quantity.value

  const duration = textFlag(context, 'duration')
  if (duration !== undefined) {
    if (quantity.value !== undefined) {
      return fail('usage', 'Use either --quantity or --duration, not both')
    }
    const counted = await incrementsIn(client, duration, work.value, before)
    if (!counted.ok) return counted
    fields.quantity = counted.value.quantity
    fields.worked = counted.value.minutes
  }
  return ok(fields)
}

/** Converts a duration to increments of the project that the entry will have, rounded up. */
async function incrementsIn(
  client: CoreClient,
  duration: string,
  { project }: WorkInput,
  before: TimeEntry | null,
): Promise<Result<{ minutes: number; quantity: number }>> {
  const minutes = parseDurationFlag(duration, 'duration')
  if (!minutes.ok) return minutes
  let increment = before?.increment ?? defaultIncrement
  if (project !== undefined && project !== null) {
    const record = await client.call('projects.show', { local: project })
    if (!record.ok) return record
    increment = record.value.increment
  }
  const quantity = countIncrements(minutes.value * 60, increment, 'up')
  return ok({ minutes: minutes.value, quantity })
}

async function answered(
  client: CoreClient,
  entry: Result<TimeEntry>,
  before = '',
): Promise<Result<CommandOutput>> {
  if (!entry.ok) return entry
  const text = before + timeEntryText(entry.value, await isLocalAccount(client))
  return ok({ json: entry.value, text })
}
