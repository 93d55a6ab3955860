/** Selects the desktop's texts in the language of the windows. */
import { de } from './de.ts'
import { en, type HostWords } from './en.ts'

export type { HostWords }

const languages: Readonly<Record<string, HostWords>> = { en, de }

/**
 * @param chosen the setting: a language, or `system`
 * @param preferred the person's languages, most preferred first
 */
export function hostWords(chosen: string, preferred: readonly string[]): HostWords {
  const tags = chosen === 'system' ? preferred : [chosen, ...preferred]
  const names = tags.map((tag) => tag.split('-', 1)[0]!)
  const name = names.find((known) => Object.hasOwn(languages, known))
  return name === undefined ? en : languages[name]!
}
