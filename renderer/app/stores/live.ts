/** What screen readers are told without moving the focus. */
import { defineStore } from 'pinia'
import { ref } from 'vue'

export const useLive = defineStore('live', () => {
  const text = ref('')
  /** The same sentence twice is said twice: a no-break space makes it another text. */
  function say(sentence: string) {
    text.value = text.value === sentence ? `${sentence}\u00A0` : sentence
  }
  return { text, say }
})
