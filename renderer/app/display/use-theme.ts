/** Applies light or dark to `<html data-theme>`. */
import { computed, type Ref, watchEffect } from 'vue'
import { usePreferredDark } from '@vueuse/core'

/** Follows the setting, or the system where the setting is `system`. */
export function useTheme(setting: Ref<'system' | 'light' | 'dark'>): void {
  const systemIsDark = usePreferredDark()
  const theme = computed(() => {
    if (setting.value !== 'system') return setting.value
    return systemIsDark.value ? 'dark' : 'light'
  })
  watchEffect(() => {
    document.documentElement.dataset.theme = theme.value
  })
}
