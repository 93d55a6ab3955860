/** Names what refers to a project, client, task or charge. */
import type { ReferenceUses } from '#shared/ipc/call-results.ts'
import type { Translate } from '../messages/index.ts'

/** Such as `3 entries and 1 expense`; empty where nothing refers to it. At most two kinds do. */
export function referenceUsesText(uses: ReferenceUses, t: Translate): string {
  const [one, other] = (['entries', 'expenses', 'projects', 'categories'] as const)
    .filter((kind) => uses[kind] > 0)
    .map((kind) => t(`references.uses.${kind}`, {}, uses[kind]))
  return one && other ? t('references.uses.both', { one, other }) : (one ?? '')
}
