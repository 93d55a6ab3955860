/** Texts about an import that several files share. */
import { countSubject } from '#shared/sentences/count-subject.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'

/** Minutes of an increment of created projects: lengths stay as they are. */
export const createdProjectIncrement = 1

/** Names what is imported, which is not nothing: `3 entries and 1 expense`. */
export function importedSubject(times: number, expenses: number): Sentence {
  if (times === 0) return countSubject(expenses, 'expense')
  const subject = countSubject(times, 'time')
  if (expenses === 0) return subject
  return expenses === 1
    ? sentence('{subject} and 1 expense', { subject })
    : sentence('{subject} and {count} expenses', { subject, count: expenses })
}
