import type { ParseArgsOptionsConfig } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import { toInstant } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import { elapsedMilliseconds } from '#shared/rules/elapsed.ts'
import type { EntryText, EntryWord } from '#shared/rules/entry-text.ts'
import { parseDayAndTime, startOfRun } from '#shared/rules/moment-text.ts'
import { isLocalAccount, withAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { readingContextHere } from '../local-defaults.ts'
import { timeEntryText } from '../record-text.ts'
import { timerText, pendingQuestionText } from '../timer-text.ts'
import { readIdArgument, parseDurationFlag, textFlag, timeOfDay } from '../parse-values.ts'
import { reject, rejectField, t, listText } from '../language.ts'
import { noteUnread, readTypedLine, workOfLine } from '../typed-line.ts'
import { rejectArguments } from '../words.ts'
import { workFlags, readWorkFlags } from '../work-flags.ts'

const startFlags = {
  ...workFlags,
  at: { type: 'string' },
  ago: { type: 'string' },
  'since-last': { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

const textHelp = `
  TEXT            like “design #WEB @call 15m”: notes, project, task, and how long ago, or
                  since when: “since 9am”, “yesterday 6pm”
  --at 09:30      start time today, or with its day: “yesterday 6pm”
  --ago 15m       how long ago it started
  --since-last    start when today’s last entry ended
  --project-id ID --task-id ID --notes TEXT
                  local IDs, or remote:ID for service IDs`

export const startCommand: Command = {
  help: `stint start [TEXT]\n\nStart the timer. If one is running, it’s stopped and saved first.\n${textHelp}`,
  flags: startFlags,
  run: (context) =>
    withAccount(context, async (client) => answered(await begin(client, context), context)),
}

export const switchCommand: Command = {
  help: `stint switch [TEXT]\n\nStop and save the running timer, then start another.\n${textHelp}`,
  flags: startFlags,
  run: (context) =>
    withAccount(context, async (client) => {
      const timer = await client.call('timer.status')
      if (!timer.ok) return timer
      if (timer.value.running) {
        const begun = await begin(client, context)
        const text = answered(begun, context)
        if (!begun.ok || !text.ok || !begun.value.running) return text
        if (!ranShort(timer.value, begun.value.startedAt)) return text
        return ok({ ...text.value, text: `${text.value.text}\n${shortText()}` })
      }
      return reject('conflict', 'No timer is running. Start one with `stint start`')
    }),
}

export const stopCommand: Command = {
  help: 'stint stop [--at 17:30]\n\nStop the timer and save the entry, or two if it ran past midnight.',
  flags: { at: { type: 'string' } },
  run: (context) =>
    withAccount(context, async (client) => {
      const words = rejectArguments(context.words)
      if (!words.ok) return words
      const at = await instantFlag(client, context)
      if (!at.ok) return at
      const timer = await client.call('timer.status')
      if (!timer.ok) return timer
      const entries = await client.call(
        'timer.stop',
        at.value === undefined ? {} : { at: at.value },
      )
      if (!entries.ok) return entries
      const isLocal = await isLocalAccount(client)
      const lines = entries.value.map((entry) => timeEntryText(entry, isLocal))
      const now = context.clock.now()
      const stopped = at.value ?? now
      if (ranShort(timer.value, stopped)) lines.push(shortText())
      const unanswered = timer.value.running
        ? pendingQuestionText(timer.value, stopped, now)
        : undefined
      if (unanswered !== undefined) lines.push(unanswered)
      return ok({ json: entries.value, text: lines.join('\n') })
    }),
}

/**
 * A window asks; a script cannot be asked, so the entry is kept, and the output names the two
 * commands that undo it.
 */
const shortText = (): string =>
  t(
    'It ran for under a minute and was saved as one increment. To discard it, run `stint undo` and then `stint discard`',
  )

const ranShort = (timer: TimerStatus, at: number): boolean =>
  timer.running && elapsedMilliseconds(timer, at) < 60_000

export const continueCommand: Command = {
  help: 'stint continue [ID]\n\nStart the timer on the latest entry’s work, or on the entry you name.',
  flags: {},
  run: (context) =>
    withAccount(context, async (client) => {
      if (context.words.length === 0)
        return answered(await client.call('timer.continue', {}), context)
      const local = await readIdArgument(client, 'time', context.words, 'stint continue 12')
      if (!local.ok) return local
      return answered(await client.call('timer.continue', { local: local.value }), context)
    }),
}

export const discardCommand: Command = {
  help: 'stint discard\n\nStop the timer without saving an entry. `stint undo` restores it.',
  flags: {},
  run: (context) =>
    withAccount(context, async (client) => {
      const words = rejectArguments(context.words)
      if (!words.ok) return words
      const ended = await client.call('timer.discard')
      if (!ended.ok) return ended
      const text = t('Discarded the timer. `stint undo` restores it')
      return ok({ json: ended.value, text })
    }),
}

const choices = ['keep', 'discard', 'stop', 'split', 'drop'] as const

export const answerCommand: Command = {
  help: `stint answer keep|discard|stop|split|drop

Decide what happens to time away. \`stint status\` shows it.

  keep     keep the time
  discard  discard the time and keep the timer running
  stop     stop the timer when the time away began
  split    log the time as a separate entry and keep the timer running
  drop     stop the timer without saving an entry`,
  flags: {},
  run: (context) =>
    withAccount(context, async (client) => {
      const [word, ...more] = context.words
      const choice = choices.find((choice) => choice === word)
      if (choice === undefined || more.length > 0) {
        return reject('usage', 'Choose one: {choices}', { choices: choices.join(', ') })
      }
      const timer = await client.call('timer.status')
      if (!timer.ok) return timer
      const question = timer.value.running ? timer.value.question : null
      if (!question) return reject('conflict', 'There’s no time away to review')
      return answered(await client.call('timer.answer', { question: question.id, choice }), context)
    }),
}

async function begin(client: CoreClient, context: CommandContext): Promise<Result<TimerStatus>> {
  const line = await readTypedLine(client, context, 'start')
  if (!line.ok) return line
  const done = await readTypedLine(client, context, 'log')
  if (!done.ok) return done
  const { from, to } = done.value.read
  if (to !== undefined || (line.value.words.some(isPastDay) && from === undefined)) {
    return rejectField(
      'text',
      'That’s finished work. Log it with `stint times add`, or start earlier with `stint start --at`',
    )
  }
  const typed = await workOfLine(client, line.value, context.note)
  if (!typed.ok) return typed
  const flagged = await readWorkFlags(client, context)
  if (!flagged.ok) return flagged
  const at = await beginning(client, context, line.value.read)
  if (!at.ok) return at
  noteUnread(line.value, context.note)
  return client.call('timer.start', {
    ...typed.value,
    ...flagged.value,
    ...(at.value === undefined ? {} : { at: at.value }),
  })
}

/** A day of which only finished work can be. Other days may be what the work is about. */
const isPastDay = ({ text, is }: EntryWord): boolean =>
  is === 'unread' && /^(?:yesterday|gestern|vorgestern)$/i.test(text)

/** Returns when the work began, according to flags or text; undefined for now. */
async function beginning(
  client: CoreClient,
  context: CommandContext,
  text: EntryText,
): Promise<Result<number | undefined>> {
  const told = ['at', 'ago', 'since-last'].filter((name) => name in context.flags)
  if (told.length > 1) {
    const flags = listText(
      told.map((name) => `--${name}`),
      '{one} and {other}',
    )
    return reject('usage', 'Use only one of {flags}', { flags })
  }
  if (textFlag(context, 'at') !== undefined) return instantFlag(client, context)
  if (context.flags['since-last'] === true) return endOfLast(client)
  const ago = textFlag(context, 'ago')
  const { clock } = context
  if (ago === undefined) return ok(startOfRun(text, clock.now(), clock.zone()))
  const minutes = parseDurationFlag(ago, 'ago')
  return minutes.ok ? ok(clock.now() - minutes.value * 60_000) : minutes
}

async function endOfLast(client: CoreClient): Promise<Result<number>> {
  const last = await client.call('timer.lastEntryEnd')
  if (!last.ok) return last
  return last.value.at === null
    ? rejectField('since_last', 'No entries today yet. Use `--at` or `--ago` instead')
    : ok(last.value.at)
}

/** Returns the instant of `--at`, a time of today or of the day before it, not in the future. */
async function instantFlag(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<number | undefined>> {
  const at = textFlag(context, 'at')
  if (at === undefined) return ok(undefined)
  const reading = await readingContextHere(client, context)
  if (!reading.ok) return reading
  const { clock } = context
  const there = parseDayAndTime(at, reading.value)
  if (there) {
    const instant = toInstant(there.date, there.minute, clock.zone())
    return instant <= clock.now() ? ok(instant) : rejectField('at', 'Enter a time in the past')
  }
  const minute = timeOfDay(at, 'at', reading.value)
  if (!minute.ok) return minute
  const instant = toInstant(reading.value.today, minute.value, clock.zone())
  if (instant <= clock.now()) return ok(instant)
  return rejectField('at', '{time} hasn’t come yet today. Use an earlier time', {
    time: formatMinuteText(minute.value),
  })
}

function answered(timer: Result<TimerStatus>, { clock }: CommandContext): Result<CommandOutput> {
  if (!timer.ok) return timer
  return ok({ json: timer.value, text: timerText(timer.value, clock.now()) })
}
