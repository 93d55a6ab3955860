/** Formats the timer as lines for people. */
import type { TimerBreak, TimerQuestion } from '#shared/ipc/desktop.ts'
import type { AppState, TimerStatus } from '#shared/ipc/call-results.ts'
import { addDays, civilAt } from '#shared/rules/calendar.ts'
import { formatDurationText, formatMinuteText } from '#shared/rules/duration-text.ts'
import { elapsedMilliseconds } from '#shared/rules/elapsed.ts'
import { t, type Word } from './language.ts'
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
  const time = formatMinuteText(minute)
  if (date === today) return time
  return date === addDays(today, -1)
    ? t('{time} yesterday', { time })
    : t('{time} on {date}', { time, date })
}

const stretchText = ({ from, to }: TimerBreak, zone: string, now: number): string =>
  t('{from} to {to}', { from: instantText(from, zone, now), to: instantText(to, zone, now) })

/** @param now epoch milliseconds, here and below */
export function timerText(timer: TimerStatus, now: number): string {
  if (!timer.running) return t('No timer is running')
  const { zone, breaks, question } = timer
  const lines = [
    t('Running for {duration}, since {time}: {work}', {
      duration: lengthText(elapsedMilliseconds(timer, now)),
      time: instantText(timer.startedAt, zone, now),
      work: workSummaryText(timer),
    }),
  ]
  if (breaks.length > 0) {
    const stretches = breaks.map((gap) => stretchText(gap, zone, now)).join(', ')
    lines.push(t('Excludes {breaks}', { breaks: stretches }))
  }
  if (question) lines.push(questionText(question, zone, now))
  return lines.join('\n')
}

const causes: Readonly<Record<TimerQuestion['cause'], Word>> = {
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
  return [
    t('{cause} from {stretch} ({duration}). What should happen to that time?', {
      cause: t(causes[cause]),
      stretch: stretchText({ from, to: until }, zone, now),
      duration: lengthText(until - from),
    }),
    `  stint answer keep     ${t('keep the time')}`,
    `  stint answer discard  ${t('discard the time and keep the timer running')}`,
    `  stint answer stop     ${t('stop the timer at {time}', { time: instantText(from, zone, now) })}`,
    `  stint answer split    ${t('log the time as a separate entry and keep the timer running')}`,
    `  stint answer drop     ${t('stop the timer without saving an entry')}`,
  ].join('\n')
}

/** Says which absence counts, because the timer was stopped while its question was open. */
export const pendingQuestionText = (
  { question, zone }: Running,
  stopped: number,
  now: number,
): string | undefined =>
  question && question.from < stopped
    ? t(
        '{stretch} is included. To leave it out, run `stint undo` and then `stint answer discard`',
        {
          stretch: stretchText(
            { from: question.from, to: Math.min(stopped, question.to ?? stopped) },
            zone,
            now,
          ),
        },
      )
    : undefined

/** Describes timers that run in other accounts. */
export const otherTimersText = (
  state: Pick<AppState, 'otherTimers' | 'zone'>,
  now: number,
): string[] =>
  state.otherTimers.map(({ account, name, startedAt }) =>
    t('Timer running in {account} since {time}', {
      account: toSingleLine(name || account),
      time: instantText(startedAt, state.zone, now),
    }),
  )
