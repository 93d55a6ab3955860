/**
 * Everything that anybody was told was saved. Each record carries a word of its own in its notes (a
 * category in its name), by which it is known wherever it stands.
 */
import type { EntryResource } from '#core/store/tables.ts'

export interface Writing {
  value: string
  by: string
  /** What stood there when it was written. */
  over: string | null
}

export interface Made {
  word: string
  resource: EntryResource
  writings: Writing[]
  removedBy: Set<string>
  /** Brought back or taken back by somebody: its writings have no order any more. */
  turnedBack: boolean
  /** How often a person had it made once more: each may have become a record of its own. */
  again: number
  /** Answers that a person gave to cards about it. */
  answers: string[]
}

export interface Ledger {
  made: Map<string, Made>
  /** A new record's word, and the text to write. */
  begin(resource: EntryResource, by: string): { word: string; text: string; saved(): void }
  /** Another text for a record, to be `saved` when that is so. */
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

/** Texts that were saved and that nobody who wrote what stands now had seen, or replaced. */
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
