/** Announcements for screen readers that do not move the focus. */
import { defineStore } from 'pinia'
import { ref } from 'vue'

export const useAnnouncerStore = defineStore('live', () => {
  const text = ref('')
  /** A no-break space makes a repeated sentence a different text, so that it is announced again. */
  function say(sentence: string) {
    text.value = text.value === sentence ? `${sentence}\u00A0` : sentence
  }
  return { text, say }
})
