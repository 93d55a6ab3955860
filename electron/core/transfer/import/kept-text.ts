/**
 * The text of a file as it came, kept as bytes outside of the heap: what is found in it is read
 * again whenever it is wanted, which costs less than keeping a hundred thousand rows.
 */
export interface KeptText {
  add(piece: string): void
  pieces(): Iterable<string>
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

export function keptText(): KeptText {
  const kept: Buffer[] = []
  /** The first half of a character that a piece was cut in. */
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
