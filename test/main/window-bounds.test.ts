import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPlace, writePlace } from '../../electron/main/window-bounds.ts'

const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }]
const place = { x: 100, y: 50, width: 1000, height: 700, maximized: false }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stint-bounds-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the place of the window', () => {
  it('is the one it had, in a folder that is made when there is none', () => {
    const file = join(folder, 'home', 'window.json')
    writePlace(file, place)
    expect(readPlace(file, screens)).toEqual(place)
  })

  it('is unknown on first run and when the file is damaged', () => {
    const file = join(folder, 'window.json')
    expect(readPlace(file, screens)).toBeNull()
    writeFileSync(file, '{"x":1')
    expect(readPlace(file, screens)).toBeNull()
  })

  it.each([
    ['left of it', { x: -990, y: 50 }],
    ['right of it', { x: 1900, y: 50 }],
    ['above it', { x: 100, y: -680 }],
    ['below it', { x: 100, y: 1050 }],
  ])('is forgotten when the screen has gone and the window would be %s', (_where, at) => {
    const file = join(folder, 'window.json')
    writePlace(file, { ...place, ...at })
    expect(readPlace(file, screens)).toBeNull()
    expect(readPlace(file, [...screens, { ...screens[0]!, ...at }])).toMatchObject(at)
  })
})
