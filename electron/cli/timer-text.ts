/** Formats the timer as lines for people. */
import type { TimerBreak, TimerQuestion } from '#shared/ipc/desktop.ts'
import type { AppState, TimerStatus } from '#shared/ipc/call-results.ts'
import { addDays, civilAt } from '#shared/rules/calendar.ts'
import { formatDurationText, formatMinuteText } from '#shared/rules/duration-text.ts'
import { elapsedMilliseconds } from '#shared/rules/elapsed.ts'
import { toSingleLine } from './terminal-table.ts'
import { workSummaryText } from './record-text.ts'

type Running = TimerStatus & { running: true }

/** Formats whole minutes. */
const lengthText = (milliseconds: number): string =>
  formatDurationText(Math.max(0, Math.floor(milliseconds / 60_000)))

/** Formats `14:00`, with the day where it is not today. */
function instantText(at: number, zone: string, now: number): string {
  const { date: today } = civilAt(now, zone)
  const { date, minute } = civilAt(at, zone)
  const day = date === today ? '' : date === addDays(today, -1) ? ' yesterday' : ` on ${date}`
  return `${formatMinuteText(minute)}${day}`
}

const stretchText = ({ from, to }: TimerBreak, zone: string, now: number): string =>
  `${instantText(from, zone, now)} to ${instantText(to, zone, now)}`

/** @param now epoch milliseconds, here and below */
export function timerText(timer: TimerStatus, now: number): string {
  if (!timer.running) return 'No timer is running'
  const { zone, breaks, question } = timer
  const lines = [
    `Running for ${lengthText(elapsedMilliseconds(timer, now))}, since ${instantText(timer.startedAt, zone, now)}: ${workSummaryText(timer)}`,
  ]
  if (breaks.length > 0) {
    lines.push(`Excludes ${breaks.map((gap) => stretchText(gap, zone, now)).join(', ')}`)
  }
  if (question) lines.push(questionText(question, zone, now))
  return lines.join('\n')
}

const causes: Readonly<Record<TimerQuestion['cause'], string>> = {
  idle: 'No activity',
  sleep: 'Your computer was asleep',
  lock: 'Your screen was locked',
  switch: 'Another user was signed in',
  shutdown: 'Your computer was off',
  restart: 'Stint was closed',
  gap: 'Stint wasn’t running',
}

function questionText({ cause, from, to }: TimerQuestion, zone: string, now: number): string {
  const until = to ?? now
  const length = lengthText(until - from)
  return [
    `${causes[cause]} from ${stretchText({ from, to: until }, zone, now)} (${length}). What should happen to that time?`,
    '  stint answer keep     keep the time',
    '  stint answer discard  discard the time and keep the timer running',
    `  stint answer stop     stop the timer at ${instantText(from, zone, now)}`,
    '  stint answer split    log the time as a separate entry and keep the timer running',
    '  stint answer drop     stop the timer without saving an entry',
  ].join('\n')
}

/** Says which absence counts, because the timer was stopped while its question was open. */
export const pendingQuestionText = (
  { question, zone }: Running,
  stopped: number,
  now: number,
): string | undefined =>
  question && question.from < stopped
    ? `${stretchText({ from: question.from, to: Math.min(stopped, question.to ?? stopped) }, zone, now)} is included. To leave it out, run \`stint undo\` and then \`stint answer discard\``
    : undefined

/** Describes timers that run in other accounts. */
export const otherTimersText = (
  state: Pick<AppState, 'otherTimers' | 'zone'>,
  now: number,
): string[] =>
  state.otherTimers.map(
    ({ account, name, startedAt }) =>
      `Timer running in ${toSingleLine(name || account)} since ${instantText(startedAt, state.zone, now)}`,
  )
