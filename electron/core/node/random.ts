import { randomBytes } from 'node:crypto'
import type { Random } from '../ports.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
// The largest multiple of 62 that fits into a byte: larger values would favor some letters.
const fair = 248

/** The system's source of randomness. */
export function createSystemRandom(): Random {
  return { fraction: () => Math.random(), token }
}

/** Letters and digits with at least this many bytes of randomness: 62 values are fewer than 256. */
function token(bytes: number): string {
  const length = Math.ceil((bytes * 8) / Math.log2(letters.length))
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += letters[byte % letters.length]
    }
  }
  return text
}
