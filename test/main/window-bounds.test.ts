import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  centerInArea,
  fitToWorkAreas,
  readWindowBounds,
  writeWindowBounds,
} from '../../electron/main/window-bounds.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const beside = { x: 1920, y: 200, width: 1280, height: 720 }
const window = { x: 100, y: 50, width: 1000, height: 700 }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stint-bounds-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the saved position of a window', () => {
  it('is in a folder that is created when there is none, in whole units', () => {
    const file = join(folder, 'home', 'window.json')
    writeWindowBounds(file, { ...window, x: 100.4, height: 699.6, maximized: false })
    expect(readWindowBounds(file)).toEqual({ ...window, maximized: false })
  })

  it('is unknown on first run and when the file is damaged', () => {
    const file = join(folder, 'window.json')
    expect(readWindowBounds(file)).toBeNull()
    for (const text of ['{"x":1', '[]', '{"x":0,"y":0,"width":0,"height":5,"maximized":false}']) {
      writeFileSync(file, text)
      expect(readWindowBounds(file), readFileSync(file, 'utf8')).toBeNull()
    }
  })
})

describe('a window on the current screens', () => {
  it('stays where it is visible, on any screen', () => {
    expect(fitToWorkAreas(window, [screen])).toEqual(window)
    const onOther = { ...window, x: 2000, y: 220, height: 600 }
    expect(fitToWorkAreas(onOther, [screen, beside])).toEqual(onOther)
  })

  it.each([
    ['left of it', { x: -990, y: 50 }],
    ['right of it', { x: 1900, y: 50 }],
    ['above it', { x: 100, y: -680 }],
    ['below it', { x: 100, y: 1050 }],
  ])('moves to the first screen, with its size, when it would be %s', (_where, at) => {
    expect(fitToWorkAreas({ ...window, ...at }, [screen])).toEqual({ ...window, x: 460, y: 190 })
  })

  it('is no larger than the screen that shows most of it, which a scale may have made small', () => {
    const large = { x: 1900, y: 220, width: 1800, height: 1000 }
    expect(fitToWorkAreas(large, [screen, beside])).toEqual({ ...large, width: 1280, height: 720 })
  })

  it('has its upper edge below a panel', () => {
    const area = { ...screen, y: 40, height: 1040 }
    expect(fitToWorkAreas({ ...window, y: 10 }, [area])).toEqual({ ...window, y: 40 })
  })

  it('can always be grabbed, and is in whole units', () => {
    const at = fc.integer({ min: -5_000, max: 5_000 })
    // Scales such as 1.25 and 1.5 make parts of a unit.
    const size = fc.integer({ min: 400, max: 16_000 }).map((quarters) => quarters / 4)
    const area = fc.record({ x: at, y: at, width: size, height: size })
    fc.assert(
      fc.property(area, fc.array(area, { minLength: 1, maxLength: 4 }), (place, areas) => {
        const now = fitToWorkAreas(place, areas)
        expect(Object.values(now).every(Number.isInteger)).toBe(true)
        const isGraspable = areas.some(
          ({ x, y, width, height }) =>
            Math.min(now.x + now.width, x + width) - Math.max(now.x, x) >=
              Math.min(79, now.width - 1) &&
            now.y >= Math.floor(y) &&
            now.y <= Math.ceil(y + height - 79),
        )
        expect(isGraspable).toBe(true)
      }),
    )
  })

  it('is in the middle of a screen without a saved position', () => {
    expect(centerInArea({ width: 360, height: 240 }, beside)).toEqual({
      ...{ x: 2380, y: 440, width: 360, height: 240 },
    })
    expect(centerInArea({ width: 4000, height: 3000 }, beside)).toEqual(beside)
  })
})
