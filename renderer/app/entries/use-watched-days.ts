/** Tells sync which days the person is looking at, so that it keeps them fresh. */
import { nextTick, onScopeDispose, watch } from 'vue'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useAppStore } from '../stores/app.ts'

/** A range of civil dates, both inclusive. */
export interface WatchedDays {
  from: string
  to: string
}

/**
 * Tells sync which days are shown: when they change, and when the window gets the focus again. Only
 * a hint: when the core is unreachable, it is repeated with the next reading.
 * @param days null while none are shown
 */
export function useWatchedDays(days: () => WatchedDays | null): void {
  const client = useIpcClient()
  const app = useAppStore()
  let isGone = false
  let told: WatchedDays | null = null
  function tell(shown: WatchedDays | null) {
    // This page showed no days, so it must not clear the days of another page.
    if (shown === null && told === null) return
    told = shown
    void client.call('sync.watchDates', shown).catch(() => null)
  }
  const tellAgain = () => {
    const shown = days()
    if (shown && app.readings > 0) tell(shown)
  }
  watch(
    [() => days()?.from, () => days()?.to, () => app.readings],
    async () => {
      if (app.readings === 0) return
      if (days() === null) return tell(null)
      // Runs after the previous page, as it closes, has reported that it shows none.
      await nextTick()
      if (!isGone) tellAgain()
    },
    { immediate: true },
  )
  window.addEventListener('focus', tellAgain)
  onScopeDispose(() => {
    isGone = true
    window.removeEventListener('focus', tellAgain)
    tell(null)
  })
}
