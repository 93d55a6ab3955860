import { readFileSync } from 'node:fs'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Rectangle } from 'electron'
import { z } from '#shared/resources/zod.ts'

const kept = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
})
export type WindowPlace = z.output<typeof kept>

/** How much of the window has to be on a screen, in each direction, to be grabbed and moved. */
const graspable = 80

/**
 * Where the window was, if it would still be seen there; null on first run, and after the screen
 * on which it was has gone.
 */
export function readPlace(file: string, screens: readonly Rectangle[]): WindowPlace | null {
  try {
    const place = kept.parse(JSON.parse(readFileSync(file, 'utf8')))
    return screens.some((screen) => isSeen(place, screen)) ? place : null
  } catch {
    return null
  }
}

/** Remembers it. A place that cannot be kept is not worth a word: the window opens elsewhere. */
export function writePlace(file: string, place: WindowPlace): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.new`, JSON.stringify(place))
    renameSync(`${file}.new`, file)
  } catch {
    return
  }
}

function isSeen(window: Rectangle, screen: Rectangle): boolean {
  const across = overlap(window.x, window.width, screen.x, screen.width)
  const down = overlap(window.y, window.height, screen.y, screen.height)
  return across >= graspable && down >= graspable
}

const overlap = (a: number, length: number, b: number, otherLength: number): number =>
  Math.min(a + length, b + otherLength) - Math.max(a, b)
