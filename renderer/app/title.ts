/** The title of the window, which is what a tab, a task bar and a list of windows show. */
import { computed, watchEffect } from 'vue'
import { writeDuration } from '#shared/rules/duration-text.ts'
import { useTimer } from './stores/timer.ts'

/** `0:47 WEB · Stint` while the timer runs. */
export function useTitle(): void {
  const timer = useTimer()
  const title = computed(() => {
    if (!timer.running) return 'Stint'
    const { project, task } = timer.running
    const work = project?.code || project?.name || task?.name || ''
    return `${writeDuration(timer.minutes)} ${work}`.trim() + ' · Stint'
  })
  watchEffect(() => {
    document.title = title.value
  })
}
