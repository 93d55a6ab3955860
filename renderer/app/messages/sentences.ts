/**
 * What the core says in English, in another language: whole sentences, and patterns in which
 * `{name}` stands for something, which is said in that language too where it is known.
 */
export type Sentences = Readonly<Record<string, string>>

interface Pattern {
  matches: RegExp
  words: string
}

const placeholder = /\{(\w+)\}/g

/** `Deleted {title}` as an expression with a group for the title. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split(placeholder)
      .map((part, index) =>
        index % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.+?)`,
      )
      .join('')}$`,
    's',
  )

/** A function that says such a sentence; what the table does not have stays as it is. */
export function createTeller(sentences: Sentences): (text: string) => string {
  const patterns: Pattern[] = Object.entries(sentences)
    .filter(([pattern]) => pattern.includes('{'))
    .map(([pattern, words]) => ({ matches: expressionOf(pattern), words }))

  function tell(text: string): string {
    const whole = Object.hasOwn(sentences, text) ? sentences[text] : undefined
    if (whole !== undefined) return whole
    for (const { matches, words } of patterns) {
      const found = matches.exec(text)
      if (found) return words.replaceAll(placeholder, (_, name) => tell(found.groups![name]!))
    }
    return text
  }
  return tell
}
