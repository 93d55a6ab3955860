/** The way of a page onto paper: a file where the desktop makes one, else the browser's own dialog. */
import { onScopeDispose } from 'vue'
import { useAttempt } from '../../app/failures.ts'
import { useWords } from '../../app/messages/index.ts'
import { useApp } from '../../app/stores/app.ts'
import { useToasts } from '../../app/stores/toasts.ts'
import { useClient } from '../../ipc/client.ts'

/** @param prepare brings onto the page what paper is to have, whoever asks for it */
export function usePrinting(prepare: () => void) {
  const client = useClient()
  const app = useApp()
  const say = useWords()
  const toasts = useToasts()
  const attempt = useAttempt()

  window.addEventListener('beforeprint', prepare)
  onScopeDispose(() => window.removeEventListener('beforeprint', prepare))

  /** @param name of the file, without its ending */
  return async function print(name: string) {
    if (!app.state?.desktop.pdf) return window.print()
    prepare()
    const file = await attempt(() => client.call('desktop.savePdf', { name }))
    if (file) toasts.show({ text: say('reports.saved', { file }) })
  }
}
