/**
 * Decodes the text of a file that another program wrote, chunk by chunk: UTF-16 where a byte order
 * mark or the zeros of its Latin letters say so, else UTF-8, else what spreadsheets on Western Windows write (Windows-1252).
 */

/** The used part of `TextDecoder`, which both browsers and Node provide. */
interface Decoder {
  decode(bytes: Uint8Array, options?: { stream?: boolean }): string
}
type Decoders = new (encoding: string, options?: { fatal?: boolean }) => Decoder

export type ReadText = (bytes: Uint8Array, isLast: boolean) => string

/**
 * Creates a decoder. Each call takes the next bytes of one file and returns the text that is
 * complete so far.
 */
export function fileText(Decoders: Decoders): ReadText {
  let read: ReadText | undefined
  return (bytes, isLast) => {
    read ??= readerFor(Decoders, bytes)
    return read(bytes, isLast)
  }
}

function readerFor(Decoders: Decoders, bytes: Uint8Array): ReadText {
  const [first, second] = bytes
  if (first === 0xef && second === 0xbb) return narrow(Decoders, 'utf-8')
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const order = isMarked ? (first === 0xff ? 'le' : 'be') : orderOfZeros(bytes)
  if (order === undefined) return narrow(Decoders, 'ascii')
  const decoder = new Decoders(`utf-16${order}`)
  return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast })
}

/** The byte order of UTF-16 without a mark: text has zeros only there, beside Latin letters. */
function orderOfZeros(bytes: Uint8Array): 'le' | 'be' | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 4096).entries()) {
    if (byte === 0) zeros[at % 2]! += 1
  }
  const [even, odd] = zeros as [number, number]
  const [few, many] = even < odd ? [even, odd] : [odd, even]
  // A damaged file may have a zero somewhere.
  if (many * 40 < Math.min(bytes.length, 4096) || few * 10 > many) return undefined
  return many === odd ? 'le' : 'be'
}

/**
 * Decodes UTF-8 until bytes are invalid. If there is valid UTF-8 beyond ASCII before or around
 * them, the file is damaged, and they are replaced (U+FFFD); else everything from there on is
 * Windows-1252.
 */
function narrow(Decoders: Decoders, encoding: 'ascii' | 'utf-8' | 'windows-1252'): ReadText {
  let held = new Uint8Array()
  return (chunk, isLast) => {
    const bytes = joined(held, chunk)
    if (encoding === 'windows-1252') return windows1252(bytes)
    const whole = isLast ? bytes.length : wholeCharacters(bytes)
    held = bytes.slice(whole)
    const text = new Decoders('utf-8').decode(bytes.subarray(0, whole))
    if (/[\u0080-\uFFFC\uFFFE\uFFFF]/.test(text)) encoding = 'utf-8'
    if (encoding === 'utf-8' || !text.includes('\uFFFD')) return text
    encoding = 'windows-1252'
    held = new Uint8Array()
    return windows1252(bytes)
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Returns the number of bytes up to the end of the last complete UTF-8 character. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/**
 * The characters of bytes 0x80 to 0x9F; the other bytes are the first 256 characters of Unicode.
 */
const between = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Decoded by hand, because the decoder of Node 24 returns Latin-1 for this name. */
const windows1252 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => between[byte - 0x80] ?? String.fromCharCode(byte)).join('')
