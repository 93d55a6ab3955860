/** Names what refers to a project, client, task or price list item. */
import type { ReferenceUses } from '#shared/ipc/call-results.ts'

const nouns: Record<keyof ReferenceUses, readonly [one: string, many: string]> = {
  entries: ['entry', 'entries'],
  expenses: ['expense', 'expenses'],
  projects: ['project', 'projects'],
  categories: ['category', 'categories'],
}

/** Such as `3 entries and 1 expense`; empty where nothing refers to it. */
export const referenceUsesText = (uses: ReferenceUses): string =>
  (['entries', 'expenses', 'projects', 'categories'] as const)
    .filter((kind) => uses[kind] > 0)
    .map((kind) => `${uses[kind]} ${nouns[kind][uses[kind] === 1 ? 0 : 1]}`)
    .join(' and ')
