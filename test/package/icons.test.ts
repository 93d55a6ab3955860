/** The icons written by our own code, read as Windows and macOS document their files. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawIcons, linuxSizes } from '../../electron/package/icons.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

const folder = mkdtempSync(join(tmpdir(), 'stint-icons-'))
beforeAll(() => drawIcons(folder))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string) => readFileSync(join(folder, name))

/** Width and height of a PNG, from its first chunk. */
function sizeOf(picture: Buffer): [number, number] {
  expect(picture.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n')
  expect(picture.toString('latin1', picture.length - 8, picture.length - 4)).toBe('IEND')
  return [picture.readUInt32BE(16), picture.readUInt32BE(20)]
}

it('are PNGs of the sizes that Linux looks for', () => {
  for (const size of linuxSizes) {
    expect(sizeOf(file(`linux/${size}x${size}.png`))).toEqual([size, size])
  }
})

it('are one file for Windows, with a PNG of each size', () => {
  const icon = file('icon.ico')
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2)]).toEqual([0, 1])
  let end = 6 + 16 * icon.readUInt16LE(4)
  const sizes = []
  for (let at = 6; at < 6 + 16 * icon.readUInt16LE(4); at += 16) {
    const [length, offset] = [icon.readUInt32LE(at + 8), icon.readUInt32LE(at + 12)]
    expect(offset).toBe(end)
    end = offset + length
    const size = sizeOf(icon.subarray(offset, end))
    expect([icon[at] || 256, icon[at + 1] || 256]).toEqual(size)
    sizes.push(size[0])
  }
  expect(end).toBe(icon.length)
  expect(sizes).toEqual(expect.arrayContaining([16, 24, 32, 48, 256]))
})

it('are one file for macOS, with a PNG of each type’s size', () => {
  const icon = file('icon.icns')
  expect(icon.toString('latin1', 0, 4)).toBe('icns')
  expect(icon.readUInt32BE(4)).toBe(icon.length)
  const sizes: Record<string, number> = {}
  for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) {
    const picture = icon.subarray(at + 8, at + icon.readUInt32BE(at + 4))
    const [width, height] = sizeOf(picture)
    expect(width).toBe(height)
    sizes[icon.toString('latin1', at, at + 4)] = width
  }
  expect(sizes).toEqual({
    ...{ icp4: 16, icp5: 32, icp6: 64, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 },
    // The types for twice as many pixels.
    ...{ ic11: 32, ic12: 64, ic13: 256, ic14: 512 },
  })
})
