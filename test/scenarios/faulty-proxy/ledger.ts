/**
 * Everything that was reported as saved. Each record carries a unique word in its notes (a category
 * in its name), by which it is recognized everywhere.
 */
import type { EntryResource } from '#core/store/tables/index.ts'

export interface Writing {
  value: string
  by: string
  /** The text that it replaced. */
  over: string | null
}

export interface Made {
  word: string
  resource: EntryResource
  writings: Writing[]
  removedBy: Set<string>
  /** Restored or undone by a person: its writings have no order any more. */
  turnedBack: boolean
  /** How often a person had it created again: each may have become a record of its own. */
  again: number
  /** Answers that a person gave to cards about it. */
  answers: string[]
}

export interface Ledger {
  made: Map<string, Made>
  /** A new record's word, and the text to write. */
  begin(resource: EntryResource, by: string): { word: string; text: string; saved(): void }
  /** Another text for a record, to be marked `saved` when it is. */
  rewrite(text: string, by: string): { text: string; saved(): void }
  of(text: string | null | undefined): Made | undefined
}

/** The word in a text. */
export const wordIn = (text: string | null | undefined): string | undefined =>
  /\bw\d+\b/.exec(text ?? '')?.[0]

export function openLedger(): Ledger {
  const made = new Map<string, Made>()
  let words = 0
  let texts = 0
  return {
    made,
    begin(resource, by) {
      const word = `w${++words}`
      const text = `${word} text ${++texts}`
      return {
        word,
        text,
        saved: () =>
          void made.set(word, {
            word,
            resource,
            writings: [{ value: text, by, over: null }],
            removedBy: new Set(),
            turnedBack: false,
            again: 0,
            answers: [],
          }),
      }
    },
    rewrite(over, by) {
      const word = wordIn(over)!
      const text = `${word} text ${++texts}`
      return { text, saved: () => void made.get(word)!.writings.push({ value: text, by, over }) }
    },
    of: (text) => made.get(wordIn(text) ?? ''),
  }
}

/** Saved texts that the authors of the current text had neither seen nor replaced. */
export function overwrittenUnseen({ writings }: Made, stands: string): Writing[] {
  const seen = new Set<string>()
  let value: string | null = stands
  while (value !== null && !seen.has(value)) {
    seen.add(value)
    const writing: Writing | undefined = writings.find((one) => one.value === value)
    value = writing?.over ?? null
  }
  return writings.filter((one) => !seen.has(one.value))
}
