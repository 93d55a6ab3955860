/** Texts and lengths of the timer's question about an absence. */
import type { TimerQuestion } from '#shared/ipc/desktop.ts'
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { elapsedMilliseconds } from '#shared/rules/elapsed.ts'
import type { Translate } from '../messages/index.ts'
import type { QuestionChoice } from '../stores/timer-question.ts'
import { formatBriefDay, formatLength, formatTimeOfDay } from '../../ui/format.ts'

type Run = Extract<TimerStatus, { running: true }>

export interface QuestionOption {
  choice: QuestionChoice
  /** The letter that chooses this answer. */
  key: string
  label: string
  /** What the timer would show afterwards, and what would be logged. */
  length: string
}

export interface QuestionText {
  title: string
  text: string
  /** The same answers that `stint status` lists. */
  answers: QuestionOption[]
}

/** The time of day, with the date where it is not today: `14:20`, `18 Nov, 23:40`. */
export function dayTimeLabel(instant: number, zone: string, now: number): string {
  const { date } = civilAt(instant, zone)
  const time = formatTimeOfDay(instant, zone)
  return date === civilAt(now, zone).date ? time : `${formatBriefDay(date)}, ${time}`
}

/** A name for the work of the running timer. */
export const runLabel = ({ task, project, notes }: Run, t: Translate): string =>
  task?.name ??
  project?.name ??
  t(notes ? 'question.noted' : 'question.work', { notes: notes ?? '' })

const lengthIn = (milliseconds: number): string => formatLength(Math.floor(milliseconds / 60_000))

/** @param now epoch milliseconds; the end of an absence that is still open */
export function timerQuestionText(
  run: Run,
  question: TimerQuestion,
  now: number,
  t: Translate,
): QuestionText {
  const { cause, from } = question
  const to = question.to ?? now
  const values = {
    work: runLabel(run, t),
    start: dayTimeLabel(run.startedAt, run.zone, now),
    from: dayTimeLabel(from, run.zone, now),
    to: dayTimeLabel(to, run.zone, now),
    length: lengthIn(to - from),
  }
  const kept = lengthIn(elapsedMilliseconds(run, now))
  const without = lengthIn(
    elapsedMilliseconds({ ...run, breaks: [...run.breaks, { from, to }] }, now),
  )
  const before = lengthIn(elapsedMilliseconds(run, from))
  const logged = (length: string) => t('question.logged', { length })

  const open = question.to === null
  const since = t(open ? `question.since.${cause}` : `question.span.${cause}`, values)
  const [title, text] =
    cause === 'restart'
      ? [t('question.stillHere'), t('question.began', values)]
      : [
          t(open ? 'question.awaySince' : 'question.awayFor', values),
          `${since} ${t('question.what', values)}`,
        ]
  return {
    title,
    text,
    answers: [
      { choice: 'keep', key: 'k', label: t('question.keep'), length: kept },
      { choice: 'discard', key: 'd', label: t('question.discard'), length: without },
      { choice: 'stop', key: 's', label: t('question.stop', values), length: logged(before) },
      {
        choice: 'split',
        key: 'n',
        label: t('question.split'),
        length: `${without} + ${logged(values.length)}`,
      },
      { choice: 'drop', key: 'x', label: t('question.drop'), length: '' },
    ],
  }
}
