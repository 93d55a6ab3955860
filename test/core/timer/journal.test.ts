/** The breaks and the question of a running timer are as safe as the timer. */
import { expect, it } from 'vitest'
import { runningTimer } from '#core/actions/timer-row.ts'
import { writeAbsenceStart, writeAbsenceEnd } from '#core/timer/presence-writes.ts'
import { answerQuestion } from '#core/timer/answer-question.ts'
import { startTimer } from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import { latestLinePerRecord, readJournal } from '#core/backup/journal-format.ts'
import { replayJournal } from '#core/backup/replay-journal.ts'
import Sqlite from 'better-sqlite3'
import { openAccount, placesOf } from '../../support/account.ts'
import { testFolder } from '../../support/folder.ts'
import { playAt } from '../../support/test-day.ts'

playAt('2026-11-19T15:00[Europe/Berlin]')

it('a running timer comes back from the journal with its breaks and its question', async () => {
  const folder = testFolder()
  const open = await openAccount(folder)
  const { context } = open
  const minute = 60_000
  const at = context.clock.now() - 300 * minute
  unwrap(await startTimer(context, { notes: 'Hero', at }))
  for (const [from, to] of [
    [20, 42],
    [60, 90],
  ] as const) {
    await writeAbsenceStart(context, 'lock', at + from * minute)
    await writeAbsenceEnd(context, at + to * minute)
  }
  unwrap(await answerQuestion(context, 1, 'discard'))
  const before = await runningTimer(context.db)
  expect(before).toMatchObject({ breaks: [{}], away: [{ id: 2 }] })
  await open.close()

  const other = testFolder()
  await (await openAccount(other)).close()
  const database = new Sqlite(placesOf(other).database)
  replayJournal(database, latestLinePerRecord(readJournal(placesOf(folder).journal).lines), 'other')
  database.close()
  const again = await openAccount(other)
  expect(await runningTimer(again.context.db)).toEqual(before)
})
