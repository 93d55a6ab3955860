/** What a change was made to, where it is not one record. */
import { sentence, type Sentence } from './sentence.ts'

const counted = {
  time: { one: '1 entry', many: '{count} entries' },
  expense: { one: '1 expense', many: '{count} expenses' },
  category: { one: '1 category', many: '{count} categories' },
  record: { one: '1 record', many: '{count} records' },
} as const

/** `3 entries`. */
export const countSubject = (count: number, of: keyof typeof counted): Sentence =>
  count === 1 ? sentence(counted[of].one, {}) : sentence(counted[of].many, { count })
