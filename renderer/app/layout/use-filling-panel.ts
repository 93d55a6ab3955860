/** State of a panel that fills the window, as it does on the width of a phone. */
import { useMediaQuery } from '@vueuse/core'
import { computed, onScopeDispose, ref, watch } from 'vue'

/** True while a panel covers the page: nothing below it is visible, so nothing there is focused. */
export const isPanelFilling = ref(false)

/** @param isOpen whether the page's panel is open, which covers the page in a narrow window */
export function useFillingPanel(isOpen: () => boolean): void {
  const isNarrow = useMediaQuery('(max-width: 640px)')
  const fills = computed(() => isNarrow.value && isOpen())
  watch(fills, (now) => (isPanelFilling.value = now), { immediate: true })
  onScopeDispose(() => (isPanelFilling.value = false))
}
