/**
 * What Electron passes from process to process: structured clones. Here they are sent as text, so
 * values that JSON would lose are encoded, and values that neither the app nor a test sends are
 * refused.
 * Both functions also run in pages (worlds.ts takes their source): they use nothing from outside.
 */

/** @throws as `structuredClone` does for functions, symbols and proxies */
export function pack(value: unknown): string {
  // Removes prototypes, and methods such as `toJSON` with them.
  const cloned: unknown = structuredClone(value)
  return JSON.stringify([cloned], function (this: Record<string, unknown>, key, shown: unknown) {
    const held = this[key]
    if (held === undefined) return { $: 'undefined' }
    if (held instanceof Date) return { $: 'date', of: held.getTime() }
    if (typeof held === 'number' && !Number.isFinite(held)) return { $: 'number', of: String(held) }
    const kind = Object.prototype.toString.call(held).slice(8, -1)
    if (!['Object', 'Array', 'String', 'Number', 'Boolean', 'Null'].includes(kind)) {
      throw new Error(`The stand-in for Electron carries no ${kind}`)
    }
    return shown
  })
}

export function unpack(text: string): unknown {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    const { $, of } = value as { $?: string; of?: unknown }
    if ($ === 'undefined') return undefined
    if ($ === 'date') return new Date(of as number)
    if ($ === 'number') return Number(of)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]))
  }
  return (walk(JSON.parse(text)) as [unknown])[0]
}
