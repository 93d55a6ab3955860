/** Which days somebody looks at: sync keeps them fresh. */
import { nextTick, onScopeDispose, watch } from 'vue'
import { useClient } from '../ipc/client.ts'
import { useApp } from './stores/app.ts'

/** Civil dates; both belong to it. */
export interface Days {
  from: string
  to: string
}

/**
 * Tells sync which days are shown: when they change, and when somebody comes back to the window.
 * Only a hint: when the core is away, it is given again with the next reading.
 * @param days null while none are shown
 */
export function useWatching(days: () => Days | null): void {
  const client = useClient()
  const app = useApp()
  let isGone = false
  let told: Days | null = null
  function tell(shown: Days | null) {
    // Where nothing was shown, another page may have said what is.
    if (shown === null && told === null) return
    told = shown
    void client.call('sync.watch', shown).catch(() => null)
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
      // After what the page before says when it goes: that nothing is shown any more.
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
