/** A panel that fills the window, as it does in one as narrow as a phone. */
import { useMediaQuery } from '@vueuse/core'
import { computed, onScopeDispose, ref, watch } from 'vue'

/** True while one does: nothing under it can be seen, so nothing there takes the focus. */
export const isPanelFilling = ref(false)

/** @param isOpen whether the page's panel lies over the page where there is no room beside it */
export function useFillingPanel(isOpen: () => boolean): void {
  const isNarrow = useMediaQuery('(max-width: 640px)')
  const fills = computed(() => isNarrow.value && isOpen())
  watch(fills, (now) => (isPanelFilling.value = now), { immediate: true })
  onScopeDispose(() => (isPanelFilling.value = false))
}
