/** Names what refers to a project, client, task or price list item. */
import type { ReferenceUses } from '#shared/ipc/call-results.ts'
import { listText, countText, type Word } from './language.ts'

const nouns: Record<keyof ReferenceUses, readonly [one: Word, many: Word]> = {
  entries: ['entry', 'entries'],
  expenses: ['expense', 'expenses'],
  projects: ['project', 'projects'],
  categories: ['category', 'categories'],
}

/** Such as `3 entries and 1 expense`; empty where nothing refers to it. */
export const referenceUsesText = (uses: ReferenceUses): string =>
  listText(
    (['entries', 'expenses', 'projects', 'categories'] as const)
      .filter((kind) => uses[kind] > 0)
      .map((kind) => countText(uses[kind], ...nouns[kind])),
    '{one} and {other}',
  )
