/** Parses JSON from outside, such as a service's response or a file. */

/** Lists and objects inside each other; nothing that Stint reads has more than a few levels. */
export const maximumNesting = 64

/**
 * Throws when the text is not JSON, or is nested deeper than `maximumNesting`: the parser holds the
 * thread for many seconds, and a gigabyte, for some millions of brackets inside each other.
 */
export function parseJson(json: string): unknown {
  if (isNestedTooDeep(json)) throw new SyntaxError(`Nested deeper than ${maximumNesting} levels`)
  // eslint-disable-next-line no-restricted-syntax -- its nesting is checked above
  return JSON.parse(json)
}

/** Counts only what precedes the first mistake of a text that is not JSON. */
export function isNestedTooDeep(json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfString(json, at)
    else if (code === openBracket || code === openBrace) depth += 1
    else if (code === closeBracket || code === closeBrace) depth -= 1
    if (depth > maximumNesting) return true
  }
  return false
}

/** Where the string that begins here ends: at its closing quote, or at the end of the text. */
export function endOfString(json: string, begin: number): number {
  let at = begin + 1
  for (; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at += 1
  }
  return at
}

const [quote, backslash] = [0x22, 0x5c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
