/** Invariant 1: what was typed is saved, still in a field, or comes back. */
import type { CoreWire } from './wire.ts'
import type { Look } from './seen.ts'
import type { Step } from './steps.ts'

const wordPattern = /zq\d+x/g

/** The words that hands typed, found in a text. */
export const wordsIn = (text: string): string[] => text.match(wordPattern) ?? []

/** The words in fields whose text is saved. */
export const wordsInFields = (looks: readonly Look[]): Set<string> =>
  new Set(
    looks.flatMap(({ fields }) =>
      fields.filter(({ takes }) => takes === 'text').flatMap(({ value }) => wordsIn(value)),
    ),
  )

/**
 * Whether the hand itself overwrote or removed a word: it was in the field that had the focus, and
 * the step was one that edits.
 */
export function isErased(word: string, step: Step, before: Look): boolean {
  if (!before.focus.value?.includes(word)) return false
  if (step.do === 'type') return true
  if (step.do === 'key') {
    return (
      // A letter, also with Shift or as one of two (`g w`), replaces what Tab selected.
      /^(Backspace|Delete|Shift\+Delete|(Shift\+)?.( .)?)$/.test(step.key) ||
      // A suggestion below the field replaces what was typed.
      (['Enter', 'Tab'].includes(step.key) && before.focus.offers === true)
    )
  }
  return step.do === 'press' && step.at.role === 'option'
}

/** Whether the store has a word: in a current record, or in its history. */
export async function isKept(core: CoreWire, word: string, changes = 12): Promise<boolean> {
  const has = (value: unknown) => JSON.stringify(value ?? null).includes(word)
  const query = word
  const found = [
    () => core.call('times.search', { query, limit: 1 }),
    () => core.call('timer.status'),
    () => core.call('expenses.list', { query, limit: 5 }),
    () => core.call('projects.list', { query, limit: 5 }),
    () => core.call('clients.list', { query, limit: 5 }),
    () => core.call('tasks.list', { query, limit: 5 }),
    () => core.call('charges.list', { query, limit: 5 }),
    () => core.call('categories.list', { query, limit: 5 }),
    () => core.attempt('webhooks.list', {}),
    () => core.call('app.state'),
  ]
  for (const ask of found) if (has(await ask())) return true
  const history = await core.call('history.list', { limit: Math.min(200, changes) })
  for (const change of history) {
    if (has(change.summary)) return true
    if (has(await core.attempt('history.show', { change: change.change }))) return true
  }
  return false
}
