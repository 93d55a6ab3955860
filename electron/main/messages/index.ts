/** Selects the desktop's texts in the language of the windows. */
import { germanMessages } from './de.ts'
import { englishMessages, type DesktopMessages } from './en.ts'

export type { DesktopMessages }

const languages: Readonly<Record<string, DesktopMessages>> = {
  en: englishMessages,
  de: germanMessages,
}

/**
 * @param chosen the setting: a language, or `system`
 * @param preferred the person's languages, most preferred first
 */
export function desktopMessages(chosen: string, preferred: readonly string[]): DesktopMessages {
  const tags = chosen === 'system' ? preferred : [chosen, ...preferred]
  const names = tags.map((tag) => tag.split('-', 1)[0]!)
  const name = names.find((known) => Object.hasOwn(languages, known))
  return name === undefined ? englishMessages : languages[name]!
}
