/** The state of the timer's question about an absence in this window. */
import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import { useTimerStore } from './timer.ts'

export type QuestionChoice = CallInput<'timer.answer'>['choice']

/**
 * A key within this many milliseconds of the previous one belongs to the text being typed, not to a
 * question that appeared in between.
 */
const typing = 400

export const useTimerQuestionStore = defineStore('question', () => {
  const timer = useTimerStore()
  /** Id of the question that the person dismissed in this window. */
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
      // While a question is shown, `isTyping` judges the keys.
      if (!shown.value) lastKey = event.timeStamp
    },
    { capture: true },
  )

  return {
    /** The question that waits for an answer. */
    asked,
    /** The question to show now. */
    shown,
    putAside: () => (aside.value = asked.value?.id),
    ask: () => (aside.value = undefined),
    /** True for a key in the middle of typing, which is not meant for the question. */
    isTyping(event: KeyboardEvent) {
      const since = event.timeStamp - lastKey
      if (since >= typing) return false
      lastKey = event.timeStamp
      return true
    },
  }
})
