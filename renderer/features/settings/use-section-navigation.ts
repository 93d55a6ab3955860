/** The sections of a long page: which one is current, and scrolling to one. */
import { useEventListener } from '@vueuse/core'
import { nextTick, onMounted, type Ref, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** A section is current from this many pixels below the top. */
const reach = 96
/** Pixels left above a section after scrolling to it. */
const margin = 16

export function useSectionNavigation<Name extends string>(
  names: readonly [Name, ...Name[]],
  scroller: Ref<HTMLElement | undefined>,
) {
  const route = useRoute()
  const router = useRouter()
  const current = ref<Name>(names[0])
  /**
   * True while the page scrolls to a chosen section, since one near the end never reaches the top.
   */
  let going = false

  const sectionOf = (name: Name) =>
    scroller.value?.querySelector<HTMLElement>(`[data-section="${name}"]`)

  function follow() {
    const box = scroller.value
    if (!box || going) return
    const top = box.getBoundingClientRect().top + reach
    const atEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 2
    const reached = names.filter(
      (name) => (sectionOf(name)?.getBoundingClientRect().top ?? Infinity) <= top,
    )
    current.value = (atEnd ? names.at(-1) : reached.at(-1)) ?? names[0]
  }
  useEventListener(scroller, 'scroll', follow, { passive: true })
  useEventListener(window, 'resize', follow, { passive: true })

  function show(name: Name, focus: boolean) {
    going = true
    current.value = name
    const section = sectionOf(name)
    // Scrolls only this box: `scrollIntoView` would scroll the window around it, too.
    const box = scroller.value
    if (section && box) {
      const below = section.getBoundingClientRect().top - box.getBoundingClientRect().top
      box.scrollTop += name === names[0] ? -box.scrollTop : below - margin
    }
    if (focus) section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    // The scroll event arrives with the next frame.
    setTimeout(() => (going = false), 100)
  }
  const asked = () => names.find((name) => name === route.params['section'])
  onMounted(async () => {
    await nextTick()
    const name = asked()
    if (name) show(name, false)
  })
  watch(asked, (name) => {
    if (name && name !== current.value) show(name, false)
  })

  /** Scrolls to a section after a press, and moves the focus to it. */
  async function go(name: Name) {
    show(name, true)
    await router.replace({ name: 'settings', params: { section: name } })
  }

  return { current, go }
}
