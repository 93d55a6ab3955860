/** The words of the desktop in the language that the windows speak. */
import { de } from './de.ts'
import { en, type HostWords } from './en.ts'

export type { HostWords }

const languages: Readonly<Record<string, HostWords>> = { en, de }

/**
 * @param chosen as the settings have it: a language, or `system`
 * @param preferred what the person reads, the dearest first
 */
export function hostWords(chosen: string, preferred: readonly string[]): HostWords {
  const tags = chosen === 'system' ? preferred : [chosen, ...preferred]
  const names = tags.map((tag) => tag.split('-', 1)[0]!)
  const name = names.find((known) => Object.hasOwn(languages, known))
  return name === undefined ? en : languages[name]!
}
