/**
 * Prints a page: to a PDF file where the desktop app supports it, otherwise through the browser's
 * dialog.
 */
import { onScopeDispose } from 'vue'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'

/** @param prepare renders what is to be printed, also when the browser starts printing */
export function usePrint(prepare: () => void) {
  const client = useIpcClient()
  const app = useAppStore()
  const t = useTranslate()
  const toasts = useToastStore()
  const attempt = useFailureToast()

  window.addEventListener('beforeprint', prepare)
  onScopeDispose(() => window.removeEventListener('beforeprint', prepare))

  /** @param name of the file, without its extension */
  return async function print(name: string) {
    if (!app.state?.desktop.pdf) return window.print()
    prepare()
    const file = await attempt(() => client.call('desktop.savePdf', { name }))
    if (file) toasts.show({ text: t('reports.saved', { file }) })
  }
}
