/** Short messages at the foot of the window, each with at most one action. */
import { defineStore } from 'pinia'
import { ref } from 'vue'

export interface Toast {
  id: number
  text: string
  /** Said more quietly after the text. */
  detail?: string
  action?:
    | {
        label: string
        key?: string
        run: () => void
        /** The change that it takes back. */
        change?: number
      }
    | undefined
}

export const useToasts = defineStore('toasts', () => {
  const toasts = ref<Toast[]>([])
  let lastId = 0

  /** Shows a toast; an older one with an action gives way, so that one key has one meaning. */
  function show(toast: Omit<Toast, 'id'>): number {
    const id = ++lastId
    toasts.value = [...toasts.value.filter((older) => !older.action).slice(-2), { ...toast, id }]
    return id
  }
  function close(id: number) {
    toasts.value = toasts.value.filter((toast) => toast.id !== id)
  }
  /** What they offer is about an account that is not open any more. */
  function closeOffers() {
    toasts.value = toasts.value.filter(({ action }) => !action)
  }

  return { toasts, show, close, closeOffers }
})
