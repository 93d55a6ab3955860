/** The title of the window, as tabs, task bars and window lists show it. */
import { computed, watchEffect } from 'vue'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { useTimerStore } from '../stores/timer.ts'

/** Shows `0:47 WEB · Stint` while the timer runs. */
export function useWindowTitle(): void {
  const timer = useTimerStore()
  const title = computed(() => {
    if (!timer.running) return 'Stint'
    const { project, task } = timer.running
    const work = project?.code || project?.name || task?.name || ''
    return `${formatDurationText(timer.minutes)} ${work}`.trim() + ' · Stint'
  })
  watchEffect(() => {
    document.title = title.value
  })
}
