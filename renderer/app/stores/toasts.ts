/** Short messages at the bottom of the window, each with at most one action. */
import { defineStore } from 'pinia'
import { ref } from 'vue'

export interface Toast {
  id: number
  text: string
  /** Shown less prominently after the text. */
  detail?: string
  /** Of two toasts of a kind, the newer replaces the older. */
  kind?: string
  action?:
    | {
        label: string
        key?: string
        run: () => void
        /** The change that the action undoes. */
        change?: number
      }
    | undefined
}

export const useToastStore = defineStore('toasts', () => {
  const toasts = ref<Toast[]>([])
  let lastId = 0

  /** Shows a toast. It replaces an older one with an action, so that a key has only one meaning. */
  function show(toast: Omit<Toast, 'id'>): number {
    const id = ++lastId
    const isKept = ({ action, kind }: Toast) => !action && (!kind || kind !== toast.kind)
    toasts.value = [...toasts.value.filter(isKept).slice(-2), { ...toast, id }]
    return id
  }
  function close(id: number) {
    toasts.value = toasts.value.filter((toast) => toast.id !== id)
  }
  /** Closes the toasts with an action: it belongs to an account that is no longer open. */
  function closeOffers() {
    toasts.value = toasts.value.filter(({ action }) => !action)
  }

  return { toasts, show, close, closeOffers }
})
