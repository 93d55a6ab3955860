/** One setting, as a component reads and writes it. */
import { computed, type WritableComputedRef } from 'vue'
import type { Settings } from '#shared/ipc/settings.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useAppStore } from '../../app/stores/app.ts'

/** Writes at once; on a refusal it shows a toast, and the setting keeps its value. */
export function useSetting<Key extends keyof Settings>(
  key: Key,
): WritableComputedRef<Settings[Key]> {
  const app = useAppStore()
  const attempt = useFailureToast()
  return computed({
    get: () => app.state!.settings[key],
    set: (value) => void attempt(() => app.set({ [key]: value })),
  })
}
