/**
 * Applies the hues of the account's projects: the defaults, and those that the person chose. A
 * deleted project keeps its hue, because its entries still show it.
 */
import { watchEffect } from 'vue'
import type { Project } from '#shared/resources/project.ts'
import { setHues, giveHues, hueKey } from '../../ui/project-hue.ts'
import { useAppStore } from '../stores/app.ts'
import { useCatalogStore } from '../stores/catalog.ts'

/** By creation time, so that default hues are the same on every computer. */
const byAge = (one: Project, other: Project): number =>
  (one.created_at ?? '').localeCompare(other.created_at ?? '') ||
  (one.id ?? Infinity) - (other.id ?? Infinity) ||
  one.local - other.local

/** Call it once per window. */
export function useHues(): void {
  const app = useAppStore()
  const catalog = useCatalogStore()
  watchEffect(() => giveHues(catalog.projects.toSorted(byAge)))
  watchEffect(() => {
    const chosen = app.state?.settings.projectHues ?? {}
    setHues(
      new Map(
        catalog.projects.flatMap((project) => {
          const hue = chosen[project.local]
          return hue ? [[hueKey(project), hue]] : []
        }),
      ),
    )
  })
}
