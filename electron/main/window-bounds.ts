import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Rectangle } from 'electron'
import { makePrivateFolder } from '#core/private-folder.ts'
import { replaceFile } from '#core/unfinished-file.ts'
import { z } from '#shared/resources/zod.ts'
import { parseJson } from '#shared/rules/parse-json.ts'

const kept = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
})
export type WindowBounds = z.output<typeof kept>

/**
 * How much of a window has to be on a screen, in each direction, so that it can be grabbed and
 * moved.
 */
const graspable = 80

/** Reads the window's bounds; null on first run and where the file is unusable. */
export function readWindowBounds(file: string): WindowBounds | null {
  try {
    return kept.parse(parseJson(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Stores the bounds. A failure is not reported: the window just opens elsewhere. */
export function writeWindowBounds(file: string, place: WindowBounds): void {
  // Screens with a scale such as 1.25 may report fractions of a unit.
  const { maximized, ...bounds } = place
  const content = JSON.stringify({ ...whole(bounds), maximized })
  try {
    makePrivateFolder(dirname(file))
    replaceFile(file, content)
  } catch {
    return
  }
}

/**
 * Fits bounds to the screens, so that the window can be seen and grabbed: on the screen that shows
 * most of it, no larger than that, with its upper edge inside. In the middle of the first screen
 * when none shows it, as after its screen was removed. All in device-independent pixels.
 *
 * @param areas the work area of each screen; at least one
 */
export function fitToWorkAreas(place: Rectangle, areas: readonly Rectangle[]): Rectangle {
  const seen = areas.filter((area) => isSeen(place, area))
  if (seen.length === 0) return centerInArea(place, areas[0]!)
  const area = seen.reduce((best, next) => (shown(place, next) > shown(place, best) ? next : best))
  const width = Math.min(place.width, area.width)
  const height = Math.min(place.height, area.height)
  const least = Math.min(graspable, width)
  const x = clamp(place.x, area.x + least - width, area.x + area.width - least)
  const y = clamp(place.y, area.y, area.y + Math.max(0, area.height - graspable))
  return whole({ x, y, width, height })
}

/** Centers a window in an area, no larger than it. */
export function centerInArea(size: { width: number; height: number }, area: Rectangle): Rectangle {
  const width = Math.min(size.width, area.width)
  const height = Math.min(size.height, area.height)
  const x = area.x + (area.width - width) / 2
  const y = area.y + (area.height - height) / 2
  return whole({ x, y, width, height })
}

const whole = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most)

const across = (one: Rectangle, other: Rectangle): number =>
  overlap(one.x, one.width, other.x, other.width)
const down = (one: Rectangle, other: Rectangle): number =>
  overlap(one.y, one.height, other.y, other.height)

/** Windows smaller than `graspable` need to show only their own size. */
const isSeen = (window: Rectangle, area: Rectangle): boolean =>
  across(window, area) >= Math.min(graspable, window.width) &&
  down(window, area) >= Math.min(graspable, window.height)

const shown = (window: Rectangle, area: Rectangle): number =>
  across(window, area) * down(window, area)

const overlap = (a: number, length: number, b: number, otherLength: number): number =>
  Math.min(a + length, b + otherLength) - Math.max(a, b)
