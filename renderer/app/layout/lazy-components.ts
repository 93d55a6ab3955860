/** Components that are loaded when they are first shown. */
import { type AsyncComponentLoader, type Component, defineAsyncComponent, onMounted } from 'vue'
import { useMessageLoader } from '../messages/index.ts'
import { useShortcutStore } from '../keys/shortcuts.ts'

/**
 * Defines components that are loaded, with their messages, when they are first shown. What is typed
 * until then goes to them.
 * `const later = useLazyComponents(); const KeySheet = later(() => import('./KeySheet.vue'))`
 */
export function useLazyComponents() {
  const words = useMessageLoader()
  const keys = useShortcutStore()
  const soon: (() => Promise<unknown>)[] = []

  onMounted(() => {
    if (soon.length === 0) return
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
    idle(() => void Promise.allSettled([...soon.map((load) => load()), words.loadPageMessages()]))
  })

  /** @param options `isSoon` for what a first key press may open: it is fetched beforehand */
  return <Loaded extends Component>(
    load: AsyncComponentLoader<Loaded>,
    { isSoon = false } = {},
  ) => {
    if (isSoon) soon.push(load)
    return defineAsyncComponent<Loaded>(async () => {
      keys.holdFor(load)
      let isThere = false
      try {
        const [component] = await Promise.all([load(), words.loadPageMessages()])
        isThere = true
        return component
      } finally {
        void keys.release(load, isThere)
      }
    })
  }
}
