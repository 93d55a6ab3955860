/** The hues that a person chose, by the codes that the projects have now. */
import { watchEffect } from 'vue'
import { chooseHues } from '../ui/project-hue.ts'
import { useApp } from './stores/app.ts'
import { useCatalogue } from './stores/catalogue.ts'

/** Call it once in a window. */
export function useHues(): void {
  const app = useApp()
  const catalogue = useCatalogue()
  watchEffect(() => {
    const chosen = app.state?.settings.projectHues ?? {}
    chooseHues(
      new Map(
        catalogue.projects.flatMap(({ local, code }) => {
          const hue = chosen[local]
          return hue && code !== '' ? [[code, hue]] : []
        }),
      ),
    )
  })
}
