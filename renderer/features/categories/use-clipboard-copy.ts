/** Copies a text to the clipboard and reports whether that was allowed. */
import { useWords } from '../../app/messages/index.ts'
import { useToasts } from '../../app/stores/toasts.ts'

export function useCopying() {
  const say = useWords()
  const toasts = useToasts()
  return async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ text: say('webhooks.copied') })
    } catch {
      toasts.show({ text: say('webhooks.notCopied') })
    }
  }
}
