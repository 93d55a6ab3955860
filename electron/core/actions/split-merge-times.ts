/** Splits one entry into two, and merges several into one. Each is one change. */
import { fail, failField, ok, unwrap, type Result } from '#shared/errors.ts'
import { addDays, minutesInDay } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import {
  splitEntryAt,
  joinNotes,
  isInsideEntry,
  mergeEntryParts,
  type EntryPart,
  type Mergeable,
  type MergeProblem,
} from '#shared/rules/split-merge-rules.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import type { Db } from '../store/database/db.ts'
import { readCurrentUser } from '../store/account/current-user.ts'
import { workedMinutes } from '../store/resources/segments.ts'
import { readRecordStates } from '../store/sync/sync-records.ts'
import type { TimeChange } from '../store/resources/times.ts'
import { requireTerms } from '../write/time.ts'
import { noteSplit } from './act-uids.ts'
import { change, type ActionContext } from './change.ts'
import { requireEntryWritable } from './entry-permission.ts'
import {
  writeNewTime,
  writeTimeChange,
  readTimeSnapshot,
  readTimeSnapshotRow,
  writeTimeRemoval,
  type TimeSnapshot,
  type TimeSnapshotRow,
} from './time-writes.ts'
import { entryNotFound } from './times.ts'
import { entryTitle } from './record-titles.ts'

/**
 * Splits an entry in two at a minute of its day (beyond 1440 when it crosses midnight), rounded to
 * the nearest increment. The entry keeps its id and its remote record, and becomes the first half;
 * the second is new. Fails with `not-found`, with `validation` on `start`
 * (the minute is not within it), `quantity` (a single increment, or the project's increment or rate
 * has changed since), `project_id` or `task_id` (deleted since: nothing new can be logged on them),
 * with `forbidden` for another person's entry (the new half would be the current user's), and with
 * `conflict` while the service's refusal or a conflict of it is undecided.
 * @returns the local ids of both halves
 */
export async function splitTime(
  context: ActionContext,
  local: number,
  at: number,
): Promise<Result<[number, number]>> {
  const named = await readTimeSnapshotRow(context.db, local)
  if (!named) return entryNotFound(local)
  const title = { project: named.project_id, task: named.task_id, notes: named.notes }
  const summary = sentence('Split {subject}', { subject: await entryTitle(context.db, title) })
  return change(context, { action: 'times.split', summary }, async (tx) => {
    // Read again: a sync or another window may have changed it.
    const row = (await readTimeSnapshot(tx.trx, local)) ?? unwrap(entryNotFound(local))
    const worked = workedMinutes(row, row.segments)
    const { project_id, task_id, notes } = row
    await requireEntryWritable(tx.trx, row.user_id)
    await requireOwn(tx.trx, row.user_id)
    await requireSettled(tx.trx, [local])
    const [first, second] = unwrap(partsOf({ ...row, worked }, at))
    const terms = await requireTerms(tx.writer, { project_id, task_id })
    requireSameTerms(row, terms)
    await writeTimeChange(tx, row, { quantity: first.quantity }, first.worked)
    const later = Math.floor(second.start / minutesInDay)
    const half = {
      organisation_id: row.organisation_id,
      user_id: row.user_id,
      project_id,
      task_id,
      date: later === 0 ? row.date : addDays(row.date, later),
      start: second.start % minutesInDay,
      quantity: second.quantity,
      notes,
      ...terms,
    }
    const added = await writeNewTime(tx, half, second.worked)
    await tx.trx
      .insertInto('split_half')
      .values({ local_id: added, first_id: local, change_id: tx.change })
      .execute()
    await noteSplit(tx.trx, added, local)
    return [local, added]
  })
}

/** The service assigns new entries to the person who sends them. */
async function requireOwn(db: Db, user: number | null): Promise<void> {
  const own = await readCurrentUser(db)
  if (user === null || own === null || own === user) return
  unwrap(fail('forbidden', 'Only the person who logged this entry can split it'))
}

/**
 * An open conflict or refusal has to be answered first, because the answer decides the entry's
 * minutes.
 */
async function requireSettled(db: Db, locals: readonly number[]): Promise<void> {
  const standings = await readRecordStates(db, 'time', locals)
  for (const { state } of standings.values()) {
    if (state === 'conflict' || state === 'refused') {
      unwrap(fail('conflict', 'One of these entries needs review in Sync. Do that first'))
    }
  }
}

/** Both halves together have to count and cost what the entry did. */
function requireSameTerms(row: TimeSnapshotRow, terms: { increment: number; rate: number }): void {
  const isOtherRate = row.rate !== 0 && terms.rate !== 0 && row.rate !== terms.rate
  if (terms.increment === row.increment && !isOtherRate) return
  unwrap(
    failField(
      'quantity',
      'The project’s increment or rate has changed since, so this entry can’t be split',
    ),
  )
}

function partsOf(row: EntryPart, at: number): Result<NonNullable<ReturnType<typeof splitEntryAt>>> {
  const halves = splitEntryAt(row, at)
  if (!halves) {
    return failField(
      'quantity',
      'This entry is a single {increment}-minute increment, which can’t be split',
      {
        increment: row.increment,
      },
    )
  }
  if (isInsideEntry(row, at)) return ok(halves)
  return failField('start', 'Enter a time between {from} and {to}', {
    from: formatMinuteText(row.start),
    to: formatMinuteText(row.start + row.worked),
  })
}

/**
 * Merges entries of one person, project, task and day that touch or overlap. The earliest keeps its
 * id and its remote record; it is extended over the others and takes over their notes. The others are deleted. Fails with `not-found`, with `validation` on the field in which
 * they differ, and with `conflict` while a refusal or a conflict of one of them is undecided.
 * @returns the local id of the remaining entry
 */
export async function mergeTimes(
  context: ActionContext,
  locals: readonly number[],
): Promise<Result<number>> {
  const count = new Set(locals).size
  const summary = sentence('Merged {count} entries', { count })
  return change(context, { action: 'times.merge', summary }, async (tx) => {
    const rows: TimeSnapshot[] = []
    for (const local of new Set(locals)) {
      const row = (await readTimeSnapshot(tx.trx, local)) ?? unwrap(entryNotFound(local))
      await requireEntryWritable(tx.trx, row.user_id)
      rows.push(row)
    }
    await requireSettled(tx.trx, locals)
    const standings = await readRecordStates(tx.trx, 'time', [...new Set(locals)])
    const merged = mergeEntryParts(
      rows.map((row) => mergeable(row, (standings.get(row.id)?.remote ?? null) !== null)),
    )
    if ('problem' in merged) return unwrap(problemOf(merged.problem, rows[0]!))
    rows.sort((one, other) => one.start - other.start || one.id - other.id)
    const [first, ...others] = rows as [TimeSnapshot, ...TimeSnapshot[]]
    const set: TimeChange = { quantity: merged.quantity }
    const notes = joinNotes(rows.map((row) => row.notes))
    if (others.some((row) => row.notes !== null) && notes !== first.notes?.trim()) {
      set.notes = requireLength(notes)
    }
    await writeTimeChange(tx, first, set, merged.worked)
    for (const { id } of others) await writeTimeRemoval(tx, id)
    return first.id
  })
}

/** @param isTold the service has it, so its rate is known, also when it is 0 */
const mergeable = (row: TimeSnapshot, isTold: boolean): Mergeable => ({
  date: row.date,
  start: row.start,
  quantity: row.quantity,
  increment: row.increment,
  worked: workedMinutes(row, row.segments),
  user: row.user_id,
  project: row.project_id,
  task: row.task_id,
  rate: row.rate === 0 && !isTold ? null : row.rate,
  currency: row.currency,
})

/** Maximum length of notes. The specification (Times) sets none (docs/API.md, Every endpoint). */
const longestNotes = 10_000

function requireLength(notes: string | null): string | null {
  if ((notes?.length ?? 0) <= longestNotes) return notes
  return unwrap(
    failField('notes', 'Their combined notes are longer than {count} characters', {
      count: longestNotes,
    }),
  )
}

/** @param row one of the entries: they agree in everything that is checked before the problem */
function problemOf(problem: MergeProblem, { increment }: TimeSnapshotRow): Result<never> {
  switch (problem.is) {
    case 'few':
      return fail('validation', 'Select two or more entries')
    case 'user':
      return failField('user_id', 'Can’t merge entries from different people')
    case 'project':
      return failField('project_id', 'Can’t merge entries on different projects')
    case 'task':
      return failField('task_id', 'Can’t merge entries on different tasks')
    case 'date':
      return failField('date', 'Can’t merge entries on different days')
    case 'terms':
      return failField('quantity', 'Can’t merge entries with different increments or rates')
    case 'gap':
      return failField(
        'start',
        'There’s a gap from {from} to {to}. Only entries that touch can be merged',
        {
          from: formatMinuteText(problem.from),
          to: formatMinuteText(problem.to),
        },
      )
    case 'long':
      return failField(
        'quantity',
        'Together they’re too long for one entry (in {increment}-minute increments)',
        {
          increment,
        },
      )
  }
}
