/**
 * Applies the person's decision about an absence, as one change that can be undone like any other.
 */
import { fail, unwrap, type Result } from '#shared/errors.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import { civilAt } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import { change, type ActionContext } from '../actions/change.ts'
import { writeTimerRow, runningTimer, type TimerRow } from '../actions/timer-row.ts'
import { entryTitle } from '../actions/record-titles.ts'
import type { Db } from '../store/database/db.ts'
import { pendingQuestion, toWatchedRun } from './absences.ts'
import { insertRunEntries, stopIntoEntries } from './stop-timer.ts'
import { touchRunningTimer, timerWorkOf } from './timer-actions.ts'

type Choice = CallArguments<'timer.answer'>['choice']

/** An absence that was asked about; an open one ends now. */
interface Stretch {
  from: number
  to: number
}

/**
 * Answers the question with this id. Fails with `conflict` when it is not the open question: it was
 * answered elsewhere, or the timer was stopped.
 */
export async function answerQuestion(
  context: ActionContext,
  question: number,
  choice: Choice,
): Promise<Result<null>> {
  const found = await askedOf(context.db, question)
  if (!found) return notOpen
  const { from, to } = stretchOf(found.asked, context.clock.now())
  const stretch = stretchText({ from, to }, found.timer.zone)
  const title = await entryTitle(context.db, timerWorkOf(found.timer))
  const what = { action: 'timer.answer', summary: summaries[choice](stretch, title) }
  return change(context, what, async (tx) => {
    await touchRunningTimer(tx)
    const { timer, asked } = (await askedOf(tx.trx, question)) ?? unwrap(notOpen)
    const away = stretchOf(asked, tx.at)
    const settled: TimerRow = {
      ...timer,
      // Earlier absences are outside the run by now.
      away: timer.away.filter(({ id, from }) => id !== question && from >= asked.from),
      settled_at: Math.max(timer.settled_at ?? 0, away.to),
    }
    const withBreak = { ...settled, breaks: [...timer.breaks, away] }
    switch (choice) {
      case 'keep':
        await writeTimerRow(tx, timer, settled)
        break
      case 'discard':
        await writeTimerRow(tx, timer, withBreak)
        break
      case 'split':
        await writeTimerRow(tx, timer, withBreak)
        await insertRunEntries(tx, context, {
          startedAt: away.from,
          stoppedAt: away.to,
          zone: timer.zone,
          breaks: [],
          project_id: null,
          task_id: null,
          notes: awayNotes,
        })
        break
      case 'stop':
        await stopIntoEntries(tx, context, timer, away.from)
        break
      case 'drop':
        await writeTimerRow(tx, timer, undefined)
        break
    }
    return null
  })
}

/**
 * Notes of the entry made from an absence. It is a draft, since its project and task are unknown.
 */
const awayNotes = 'Away'

const notOpen = fail('conflict', 'This is already settled. Nothing was changed')

async function askedOf(db: Db, question: number) {
  const timer = await runningTimer(db)
  const asked = timer && pendingQuestion(toWatchedRun(timer))
  return asked?.id === question ? { timer: timer!, asked } : undefined
}

const stretchOf = ({ from, to }: { from: number; to: number | null }, now: number): Stretch => ({
  from,
  to: Math.max(from, to ?? now),
})

type Summarize = (stretch: string, subject: string) => Sentence

const summaries: Record<Choice, Summarize> = {
  keep: (stretch, subject) => sentence('Counted {stretch} toward {subject}', { stretch, subject }),
  discard: (stretch, subject) => sentence('Left {stretch} out of {subject}', { stretch, subject }),
  split: (stretch, subject) =>
    sentence('Moved {stretch} from {subject} to a separate entry', { stretch, subject }),
  stop: (stretch, subject) =>
    sentence('Stopped {subject} at the start of {stretch}', { stretch, subject }),
  drop: (_, subject) => sentence('Discarded {subject}', { subject }),
}

/** `14:20–14:42`, with the days when they differ. */
function stretchText({ from, to }: Stretch, zone: string): string {
  const [begin, end] = [civilAt(from, zone), civilAt(to, zone)]
  const [since, until] = [formatMinuteText(begin.minute), formatMinuteText(end.minute)]
  return begin.date === end.date
    ? `${since}–${until}`
    : `${begin.date} ${since} to ${end.date} ${until}`
}
