/**
 * Stores the text of a file as bytes outside the heap: it is parsed again whenever it is needed,
 * which costs less than keeping a hundred thousand rows.
 */
export interface BufferedText {
  add(piece: string): void
  pieces(): Iterable<string>
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

export function createBufferedText(): BufferedText {
  const kept: Buffer[] = []
  /** The first half of a surrogate pair that was cut between two chunks. */
  let half = ''
  return {
    add(piece) {
      const text = half + piece
      half = isFirstHalf(text.charCodeAt(text.length - 1)) ? text.slice(-1) : ''
      kept.push(Buffer.from(text.slice(0, text.length - half.length)))
    },
    *pieces() {
      for (const bytes of kept) yield bytes.toString()
      if (half !== '') yield half
    },
  }
}
