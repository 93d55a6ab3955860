/** How much a window loads before it shows anything: the built files, packed as a server sends them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const built = fileURLToPath(new URL('../../out/renderer', import.meta.url))
const most = 130_000

const scripts = /<script[^>]*\ssrc="([^"]+\.js)"/g
const preloads = /<link[^>]*rel="modulepreload"[^>]*\shref="([^"]+\.js)"/g
const imports = /\b(?:import|from)\s*"(\.[^"]+\.js)"/g

/** Every script that the page loads at once: those it names, and their static imports. */
function firstScripts(): Map<string, string> {
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  const waiting = [...page.matchAll(scripts), ...page.matchAll(preloads)].map(([, path]) => path!)
  const found = new Map<string, string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = normalize(path)
    if (found.has(file)) continue
    const code = readFileSync(join(built, file), 'utf8')
    found.set(file, code)
    waiting.push(...[...code.matchAll(imports)].map(([, other]) => join(dirname(file), other!)))
  }
  return found
}

it('loads at most 130 kB of scripts first, and neither Temporal’s polyfill nor another language', () => {
  const first = firstScripts()
  expect(first.size).toBeGreaterThan(0)
  const packed = [...first.values()].map((code) => gzipSync(code, { level: 9 }).byteLength)
  expect(packed.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(most)
  // Less would mean that the scripts were not found.
  expect(packed.reduce((sum, size) => sum + size)).toBeGreaterThan(50_000)

  const all = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'))
  const has = (marker: string) => {
    const files = all.filter((name) =>
      readFileSync(join(built, 'assets', name), 'utf8').includes(marker),
    )
    return { first: files.some((name) => first.has(join('assets', name))), at: files.length > 0 }
  }
  expect(has('Nothing logged yet')).toEqual({ first: true, at: true })
  expect(has('Noch nichts erfasst')).toEqual({ first: false, at: true })
  expect(has('Cannot convert bigint to')).toEqual({ first: false, at: true })
})
