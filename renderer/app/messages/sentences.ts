/**
 * What the core says in English, in another language: whole sentences, and patterns in which
 * `{name}` stands for something, which is said in that language too where it is known; `{count}`
 * for a number. What stands in quotation marks is somebody's name for something: it stays as it is.
 */
export type Sentences = Readonly<Record<string, string>>

interface Pattern {
  matches: RegExp
  words: string
  /** What the pattern has between quotation marks. */
  quoted: ReadonlySet<string>
}

const placeholder = /\{(\w+)\}/g
/** Between two sentences of one text: `Sign in again. Your changes are kept here`. */
const between = /\. (?=[\p{Lu}`])/u

/** `Deleted {title}` as an expression with a group for the title. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split(placeholder)
      .map((part, index) =>
        index % 2 === 0
          ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          : `(?<${part}>${part === 'count' ? String.raw`\d+` : '.+?'})`,
      )
      .join('')}$`,
    's',
  )

const quotedIn = (pattern: string): Set<string> =>
  new Set([...pattern.matchAll(/“\{(\w+)\}”/g)].map(([, name]) => name!))

/** A function that says such a sentence; what the table does not have stays as it is. */
export function createTeller(sentences: Sentences): (text: string) => string {
  const patterns: Pattern[] = Object.entries(sentences)
    .filter(([pattern]) => pattern.includes('{'))
    .map(([pattern, words]) => ({
      ...{ matches: expressionOf(pattern), words },
      quoted: quotedIn(pattern),
    }))

  function tell(text: string): string {
    const whole = Object.hasOwn(sentences, text) ? sentences[text] : undefined
    if (whole !== undefined) return whole
    for (const { matches, words, quoted } of patterns) {
      const found = matches.exec(text)
      if (!found) continue
      return words.replaceAll(placeholder, (_, name: string) => {
        const value = found.groups![name]!
        return quoted.has(name) ? value : tell(value)
      })
    }
    const several = text.split(between)
    return several.length === 1 ? text : several.map(tell).join('. ')
  }
  return tell
}
