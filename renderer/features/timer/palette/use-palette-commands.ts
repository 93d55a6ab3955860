/** Lists the palette's commands: the current page's shortcuts, and more. */
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { useFailureToast } from '../../../app/stores/use-failure-toast.ts'
import { useTranslate } from '../../../app/messages/index.ts'
import { useShortcutStore } from '../../../app/keys/shortcuts.ts'
import { useAppStore } from '../../../app/stores/app.ts'
import { useToastStore } from '../../../app/stores/toasts.ts'
import { useIpcClient } from '../../../ipc/ipc-client.ts'

export interface PaletteCommand {
  label: string
  keys?: string
  run: () => void
}

/** Labels of shortcuts that only move on the screen; they are no useful commands. */
const movement = /(?:next|previous|before|after|close|save|region|palette|startAgain|extend)$/i

export function usePaletteCommands() {
  const t = useTranslate()
  const app = useAppStore()
  const client = useIpcClient()
  const router = useRouter()
  const shortcuts = useShortcutStore()
  const toasts = useToastStore()
  const attempt = useFailureToast()

  const others = computed<PaletteCommand[]>(() => [
    { label: t('palette.settings'), run: () => void router.push('/settings') },
    { label: t('palette.matching'), run: () => void router.push('/matching') },
    { label: t('palette.import'), run: () => void router.push('/transfer') },
    { label: t('palette.export'), run: () => void router.push('/transfer/export') },
    { label: t('palette.syncNow'), run: () => void attempt(() => client.call('sync.now', {})) },
    {
      label: t('palette.backUp'),
      run: () =>
        void attempt(async () => {
          await client.call('backup.make', {})
          toasts.show({ text: t('backup.made') })
        }),
    },
    ...(['light', 'dark', 'system'] as const)
      .filter((theme) => theme !== app.theme)
      .map((theme) => ({
        label: t(`palette.theme.${theme}`),
        run: () => void attempt(() => app.set({ theme })),
      })),
  ])

  return computed<PaletteCommand[]>(() => {
    const labeled = shortcuts.groups
      .toReversed()
      .flat()
      .flatMap(({ label, keys, run }) =>
        label && !movement.test(label)
          ? [{ label: t(label), keys: keys[0]!, run: () => run(keys[0]!) }]
          : [],
      )
    const all = [...labeled, ...others.value]
    return all.filter(({ label }, index) => all.findIndex((one) => one.label === label) === index)
  })
}
