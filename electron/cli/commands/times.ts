import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import { timeSortKeys, type TimeEntry } from '#shared/resources/time.ts'
import { timeValues, wasOfTime } from '#shared/rules/concurrent-edits.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { resolveEntryTime } from '#shared/rules/entry-text.ts'
import { defaultIncrement, countIncrements, type RoundingRule } from '#shared/rules/increments.ts'
import { isLocalAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { entryListFlags, entryListHelp, readEntryListFlags } from '../entry-list-flags.ts'
import { runVerb, type VerbHandler } from '../verbs.ts'
import { timeEntriesText, timeEntryText } from '../record-text.ts'
import { readToday } from '../today.ts'
import {
  dayFlag,
  dayHelp,
  minuteFlag,
  readIdArgument,
  parseDurationFlag,
  numberFlag,
  textFlag,
} from '../parse-values.ts'
import { reject, rejectField, t } from '../language.ts'
import { rejectArguments } from '../words.ts'
import { noteUnread, readTypedLine, workOfLine } from '../typed-line.ts'
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
  --date DAY         only this day${entryListHelp(timeSortKeys)}

stint times add [TEXT]          log finished work; past midnight it stays one entry, on the day
                                it starts. TEXT is like “9-10:30 yesterday design #WEB @call” or
                                “15m design”, which ended now; flags replace what it says
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
  flags: { ...entryListFlags, ...entryFlags },
  flagsOf: {
    list: [...Object.keys(entryListFlags), 'date'],
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
  const input = await readEntryListFlags(client, context, timeSortKeys)
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
  const line = await readTypedLine(client, context, 'log')
  if (!line.ok) return line
  const { minutes, otherMinutes, from, day } = line.value.read
  if (minutes !== undefined && otherMinutes !== undefined) {
    const [one, other] = [formatDurationText(minutes), formatDurationText(otherMinutes)]
    return rejectField('text', 'The times are {one}, not {other}. Leave out one of the two', {
      one,
      other,
    })
  }
  const typed = await workOfLine(client, line.value, context.note)
  if (!typed.ok) return typed
  const set = await fieldsOf(client, context, null, typed.value)
  if (!set.ok) return set
  let { quantity, worked } = set.value
  const said = {
    // Of another duration the line does not say when it began.
    minutes: quantity === undefined ? minutes : undefined,
    from: set.value.start ?? from,
    day: set.value.date ?? day,
  }
  const when = resolveEntryTime(said, context.clock.now(), context.clock.zone())
  const start = when?.from ?? said.from
  if (start === undefined) return rejectField('start', 'Add --start: when the work began')
  if (quantity === undefined && minutes !== undefined) {
    const state = await client.call('app.state')
    if (!state.ok) return state
    const rule = state.value.settings.rounding
    const counted = await incrementsIn(client, minutes, rule, set.value.project, null)
    if (!counted.ok) return counted
    quantity = counted.value
    worked = minutes
  }
  if (quantity === undefined) {
    return rejectField('quantity', 'Add --quantity or --duration: how long it was')
  }
  const { project = null, task = null, ...rest } = set.value
  const date = when?.date ?? said.day ?? readToday(context.clock)
  noteUnread(line.value, context.note)
  const entry = { ...rest, project, task, date, start, quantity, worked }
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
    return reject('usage', 'Nothing to change. Add a field, like {example}', {
      example: '--notes TEXT',
    })
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
  return answered(client, gone, `${t('Deleted. `stint undo` restores it')}\n`)
}

type Fields = CallInput<'times.update'>['set']

/**
 * Reads the fields of an entry from the flags; only those that were given.
 * @param typed the work in the words of the command, which flags replace
 */
async function fieldsOf(
  client: CoreClient,
  context: CommandContext,
  before: TimeEntry | null,
  typed: WorkInput = {},
): Promise<Result<Fields>> {
  const work = await readWorkFlags(client, context)
  if (!work.ok) return work
  const fields: Fields = { ...typed, ...work.value }

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
      return reject('usage', 'Use either --quantity or --duration, not both')
    }
    const minutes = parseDurationFlag(duration, 'duration')
    if (!minutes.ok) return minutes
    const counted = await incrementsIn(client, minutes.value, 'up', fields.project, before)
    if (!counted.ok) return counted
    fields.quantity = counted.value
    fields.worked = minutes.value
  }
  return ok(fields)
}

/** Converts minutes to increments of the project that the entry will have. */
async function incrementsIn(
  client: CoreClient,
  minutes: number,
  rule: RoundingRule,
  project: number | null | undefined,
  before: TimeEntry | null,
): Promise<Result<number>> {
  let increment = before?.increment ?? defaultIncrement
  if (project !== undefined && project !== null) {
    const record = await client.call('projects.show', { local: project })
    if (!record.ok) return record
    increment = record.value.increment
  }
  return ok(countIncrements(minutes * 60, increment, rule))
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
