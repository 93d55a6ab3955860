/** Copies a text to the clipboard and reports whether that was allowed. */
import { useTranslate } from '../../app/messages/index.ts'
import { useToastStore } from '../../app/stores/toasts.ts'

export function useClipboardCopy() {
  const t = useTranslate()
  const toasts = useToastStore()
  return async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ text: t('webhooks.copied') })
    } catch {
      toasts.show({ text: t('webhooks.notCopied') })
    }
  }
}
