/** Applies the language and the formats of a window, from the settings or the system. */
import { computed, onScopeDispose, ref, type Ref, watch } from 'vue'
import type { DesktopState } from '#shared/ipc/desktop.ts'
import { setFormats, hasTwelveHours } from '../../ui/format.ts'
import { setKeyNames } from '../../ui/key-names.ts'
import { setSingleKeys } from '../../ui/single-keys.ts'
import { resolveFormats } from './resolve-formats.ts'
import { resolveLanguage, useMessageLoader, useTranslate } from '../messages/index.ts'
import { useAppStore } from '../stores/app.ts'

/** The languages for a person who has set none, in the browser's order. */
const preferred = () => (navigator.languages.length > 0 ? navigator.languages : ['en'])

/** The locale of the system; in a browser, its preferred language. */
export const systemLocale = (desktop: DesktopState | undefined): string =>
  desktop?.locale ?? preferred()[0]!

/** The language to start with, before the settings are known. */
export const firstLanguage = (): string => resolveLanguage('system', preferred())

/**
 * Follows the settings: messages, `<html lang>`, names of keys, formats, and whether single keys
 * work.
 * @returns true once the messages for the first content are loaded
 */
export function useLanguage(): Ref<boolean> {
  const app = useAppStore()
  const words = useMessageLoader()
  const t = useTranslate()
  const system = ref(preferred())
  const ready = ref(false)

  const follow = () => (system.value = preferred())
  window.addEventListener('languagechange', follow)
  onScopeDispose(() => window.removeEventListener('languagechange', follow))

  const language = computed(() =>
    resolveLanguage(app.state?.settings.language ?? 'system', system.value),
  )
  const isKnown = computed(() => app.state !== undefined || app.connection !== 'open')
  watch(
    [language, isKnown],
    async ([wanted, known]) => {
      try {
        await words.switchLanguage(wanted)
        document.documentElement.lang = wanted
        setKeyNames({
          Ctrl: t('keyName.ctrl'),
          Shift: t('keyName.shift'),
          Delete: t('keyName.delete'),
          Space: t('keyName.space'),
        })
      } catch {
        // The file could not be loaded because Stint is not running: the current language stays.
      }
      if (known) ready.value = true
    },
    { immediate: true },
  )
  watch(
    () => app.state && ([app.state, language.value, system.value] as const),
    (known) => {
      if (!known) return
      const [{ settings, desktop }, spoken] = known
      setFormats(resolveFormats(settings, spoken, systemLocale(desktop)))
      document.documentElement.dataset.hours = hasTwelveHours() ? '12' : '24'
      setSingleKeys(settings.singleKeys)
    },
    { immediate: true },
  )
  return ready
}
