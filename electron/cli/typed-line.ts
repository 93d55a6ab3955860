/** Reads what people type behind a command: `design #WEB @call 15m`. */
import { ok, type Result } from '#shared/errors.ts'
import {
  readEntryText,
  type EntryPurpose,
  type EntryText,
  type EntryWord,
} from '#shared/rules/entry-text.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'
import { readingContextHere } from './local-defaults.ts'
import { t } from './language.ts'
import { findProjectByName, findTaskByName, type WorkInput } from './work-flags.ts'

interface TypedLine {
  read: EntryText
  words: EntryWord[]
}

/** Reads the words of the command as one line. */
export async function readTypedLine(
  client: CoreClient,
  context: CommandContext,
  purpose: EntryPurpose,
): Promise<Result<TypedLine>> {
  const reading = await readingContextHere(client, context)
  if (!reading.ok) return reading
  return ok(readEntryText(context.words.join(' '), { ...reading.value, purpose }))
}

/** Finds the project and the task of a line. */
export async function workOfLine(
  client: CoreClient,
  { read }: TypedLine,
  note: CommandContext['note'],
): Promise<Result<WorkInput>> {
  const work: WorkInput = read.notes === '' ? {} : { notes: read.notes }
  if (read.project !== undefined) {
    const project = await findProjectByName(client, read.project, note)
    if (!project.ok) return project
    work.project = project.value
  }
  if (read.task !== undefined) {
    const task = await findTaskByName(client, read.task)
    if (!task.ok) return task
    work.task = task.value
  }
  return ok(work)
}

/** Notes which words look like a date or a time, but stay in the notes. */
export function noteUnread({ words }: TypedLine, note: CommandContext['note']): void {
  const unread = words
    .filter(({ is }) => is === 'unread')
    .map(({ text }) => t('“{name}”', { name: text }))
  if (unread.length > 0)
    note(t('Not recognized, added to the notes: {words}', { words: unread.join(', ') }))
}
