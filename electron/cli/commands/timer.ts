import type { ParseArgsOptionsConfig } from 'node:util'
import { fail, failField, ok, type Result } from '#shared/errors.ts'
import type { TimerStatus } from '#shared/ipc/views.ts'
import { instantOf } from '#shared/rules/calendar.ts'
import { writeMinute } from '#shared/rules/duration-text.ts'
import { elapsed } from '#shared/rules/elapsed.ts'
import { dateOf, parseEntryText, type EntryText } from '#shared/rules/entry-text.ts'
import { withAccount, type Client } from '../client.ts'
import type { Answer, Command, Context } from '../command.ts'
import { entryText } from '../texts.ts'
import { otherTimersText, timerText, unansweredText } from '../timer-text.ts'
import { today } from '../today.ts'
import { idWord, lengthInMinutes, noWords, textFlag, timeOfDay } from '../values.ts'
import { projectNamed, taskNamed, workFlags, workFromFlags, type Work } from '../work.ts'

const startFlags = {
  ...workFlags,
  at: { type: 'string' },
  ago: { type: 'string' },
  'since-last': { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

const textHelp = `
  TEXT            such as “design #WEB @call 15m”: notes, project, task, and how long ago
  --at 09:30      when the work began, today
  --ago 15m       or how long ago
  --since-last    or when today's last entry ended
  --project-id ID --task-id ID --notes TEXT
                  ids of this machine, or remote:ID as the service has them`

export const status: Command = {
  help: 'stint status\n\nShows whether the timer runs, and on what; what it asks; and which other accounts have one.',
  flags: {},
  run: (context) =>
    withAccount(context, async (client) => {
      const words = noWords(context.words)
      if (!words.ok) return words
      const timer = answered(await client.call('timer.status'), context)
      if (!timer.ok) return timer
      const state = await client.call('app.state')
      if (!state.ok) return state
      const others = otherTimersText(state.value, context.clock.now())
      return ok({ ...timer.value, text: [timer.value.text, ...others].join('\n') })
    }),
}

export const start: Command = {
  help: `stint start [TEXT]\n\nStarts the timer. One that runs is stopped into an entry first.\n${textHelp}`,
  flags: startFlags,
  run: (context) =>
    withAccount(context, async (client) => answered(await begin(client, context), context)),
}

export const switchTo: Command = {
  help: `stint switch [TEXT]\n\nStops the running timer into an entry and starts it on other work.\n${textHelp}`,
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
        return ok({ ...text.value, text: `${text.value.text}\n${shortText}` })
      }
      return fail('conflict', 'No timer is running: `stint start` starts one')
    }),
}

export const stop: Command = {
  help: 'stint stop [--at 17:30]\n\nStops the timer and keeps its entry; two when it ran over midnight.',
  flags: { at: { type: 'string' } },
  run: (context) =>
    withAccount(context, async (client) => {
      const words = noWords(context.words)
      if (!words.ok) return words
      const at = instantFlag(context)
      if (!at.ok) return at
      const timer = await client.call('timer.status')
      if (!timer.ok) return timer
      const entries = await client.call(
        'timer.stop',
        at.value === undefined ? {} : { at: at.value },
      )
      if (!entries.ok) return entries
      const lines = entries.value.map(entryText)
      const now = context.clock.now()
      const stopped = at.value ?? now
      if (ranShort(timer.value, stopped)) lines.push(shortText)
      const unanswered = timer.value.running ? unansweredText(timer.value, stopped, now) : undefined
      if (unanswered !== undefined) lines.push(unanswered)
      return ok({ json: entries.value, text: lines.join('\n') })
    }),
}

/** A window asks; a script cannot be asked, and what it stopped is kept (DECISIONS.md, Timer). */
const shortText =
  'It ran for less than a minute and is kept as one increment. `stint undo` lets it run on; `stint discard` then ends it without an entry'

const ranShort = (timer: TimerStatus, at: number): boolean =>
  timer.running && elapsed(timer, at) < 60_000

export const continueWork: Command = {
  help: 'stint continue [ID]\n\nStarts the timer on the work of an entry: the latest, or the one named.',
  flags: {},
  run: (context) =>
    withAccount(context, async (client) => {
      if (context.words.length === 0)
        return answered(await client.call('timer.continue', {}), context)
      const local = await idWord(client, 'time', context.words, 'stint continue 12')
      if (!local.ok) return local
      return answered(await client.call('timer.continue', { local: local.value }), context)
    }),
}

export const discard: Command = {
  help: 'stint discard\n\nEnds the timer without an entry; `stint undo` brings it back.',
  flags: {},
  run: (context) =>
    withAccount(context, async (client) => {
      const words = noWords(context.words)
      if (!words.ok) return words
      const ended = await client.call('timer.discard')
      if (!ended.ok) return ended
      const text = 'Discarded, without an entry; `stint undo` brings it back'
      return ok({ json: ended.value, text })
    }),
}

const choices = ['keep', 'discard', 'stop', 'split', 'drop'] as const

export const answer: Command = {
  help: `stint answer keep|discard|stop|split|drop

Says what the time was in which nobody was at the machine; \`stint status\` shows which.

  keep     it counts
  discard  it does not count, and the timer goes on
  stop     the timer ended where it began
  split    it becomes an entry of its own, and the timer goes on
  drop     ends the timer without an entry`,
  flags: {},
  run: (context) =>
    withAccount(context, async (client) => {
      const [word, ...more] = context.words
      const choice = choices.find((choice) => choice === word)
      if (choice === undefined || more.length > 0) {
        return fail('usage', `Needs one of ${choices.join(', ')}`)
      }
      const timer = await client.call('timer.status')
      if (!timer.ok) return timer
      const question = timer.value.running ? timer.value.question : null
      if (!question) return fail('conflict', 'The timer asks nothing')
      return answered(await client.call('timer.answer', { question: question.id, choice }), context)
    }),
}

async function begin(client: Client, context: Context): Promise<Result<TimerStatus>> {
  const text = parseEntryText(context.words.join(' '))
  const typed = await workOfText(client, text)
  if (!typed.ok) return typed
  const flagged = await workFromFlags(client, context)
  if (!flagged.ok) return flagged
  const at = await beginning(client, context, text)
  if (!at.ok) return at
  return client.call('timer.start', {
    ...typed.value,
    ...flagged.value,
    ...(at.value === undefined ? {} : { at: at.value }),
  })
}

async function workOfText(client: Client, text: EntryText): Promise<Result<Work>> {
  const work: Work = text.notes === '' ? {} : { notes: text.notes }
  if (text.project !== undefined) {
    const project = await projectNamed(client, text.project)
    if (!project.ok) return project
    work.project = project.value
  }
  if (text.task !== undefined) {
    const task = await taskNamed(client, text.task)
    if (!task.ok) return task
    work.task = task.value
  }
  return ok(work)
}

/** When the work began, as flags or text say; undefined for now. */
async function beginning(
  client: Client,
  context: Context,
  text: EntryText,
): Promise<Result<number | undefined>> {
  const { day } = text
  if (
    text.from !== undefined ||
    (day && dateOf(day, today(context.clock)) !== today(context.clock))
  ) {
    return failField(
      'text',
      'That is work already done: `stint times add` keeps it, `stint start --at` starts earlier',
    )
  }
  const told = ['at', 'ago', 'since-last'].filter((name) => name in context.flags)
  if (told.length > 1) {
    return fail('usage', `--${told.join(' and --')} both say when the work began: name one of them`)
  }
  if (textFlag(context, 'at') !== undefined) return instantFlag(context)
  if (context.flags['since-last'] === true) return endOfLast(client)
  const ago = textFlag(context, 'ago')
  const minutes = ago === undefined ? ok(text.minutes) : lengthInMinutes(ago, 'ago')
  if (!minutes.ok) return minutes
  return ok(minutes.value === undefined ? undefined : context.clock.now() - minutes.value * 60_000)
}

async function endOfLast(client: Client): Promise<Result<number>> {
  const last = await client.call('timer.lastEnd')
  if (!last.ok) return last
  return last.value.at === null
    ? failField('since_last', 'There is no entry today yet: `--at` or `--ago` says when it began')
    : ok(last.value.at)
}

/** The instant of `--at`, a time of today that has come. */
function instantFlag(context: Context): Result<number | undefined> {
  const at = textFlag(context, 'at')
  if (at === undefined) return ok(undefined)
  const minute = timeOfDay(at, 'at')
  if (!minute.ok) return minute
  const { clock } = context
  const instant = instantOf(today(clock), minute.value, clock.zone())
  if (instant <= clock.now()) return ok(instant)
  return failField('at', `${writeMinute(minute.value)} has not come yet today`)
}

function answered(timer: Result<TimerStatus>, { clock }: Context): Result<Answer> {
  if (!timer.ok) return timer
  return ok({ json: timer.value, text: timerText(timer.value, clock.now()) })
}
