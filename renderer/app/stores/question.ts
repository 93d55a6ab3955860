/** What the timer asks about time in which nobody was there, as this window shows it. */
import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import { useTimer } from './timer.ts'

export type Choice = CallInput<'timer.answer'>['choice']

/** Who typed within so many milliseconds means the text, not a question that came in between. */
const typing = 400

export const useQuestion = defineStore('question', () => {
  const timer = useTimer()
  /** The question that the person put aside in this window. */
  const aside = ref<number>()
  let lastKey = -Infinity

  const asked = computed(() => timer.running?.question ?? undefined)
  const shown = computed(() =>
    asked.value && asked.value.id !== aside.value ? asked.value : undefined,
  )

  useEventListener(
    window,
    'keydown',
    (event) => {
      // The question's own keys are judged by `isTyping`.
      if (!shown.value) lastKey = event.timeStamp
    },
    { capture: true },
  )

  return {
    /** What waits for an answer. */
    asked,
    /** What is to be before the person now. */
    shown,
    putAside: () => (aside.value = asked.value?.id),
    ask: () => (aside.value = undefined),
    /** True for a key in the middle of typing: it was not meant for the question. */
    isTyping(event: KeyboardEvent) {
      const since = event.timeStamp - lastKey
      if (since >= typing) return false
      lastKey = event.timeStamp
      return true
    },
  }
})
