/**
 * Reading every time, newest first. That may take long: where it got to is kept, so that a program
 * that was stopped, or lost its network, goes on there.
 */
import type { SyncContext, Trouble } from './context.ts'
import { timeKind } from './kinds/time.ts'
import { writeMemory, type BegunReading, type Memory } from './memory.ts'
import { dateOf, type RecordPage } from './pages.ts'
import { pullWindow, type DayWindow, type Pulled, type PullOptions } from './pull-window.ts'
import { beginAnew } from './timing.ts'

/** So many reads at once, until the service first asks for fewer. */
export const readsAtOnce = 4
/** More take more than some twenty requests. */
export const manyEntries = 2_000
/** How many pages may have to be read again after a kill. */
const pagesBetweenNotes = 10

/** `begunAt`: what the service had then is here. `resumed`: newer days were read a while ago. */
export type PulledEverything = Pulled & { begunAt: number; resumed: boolean }

/**
 * @param options.isLong whether it takes so many requests that several are under way at once
 * @param options.now when it counts as begun
 */
export async function pullEverything(
  context: SyncContext,
  memory: Memory,
  options: PullOptions & { isLong: boolean; now: number },
): Promise<PulledEverything | Trouble> {
  const { now } = options
  const left = goesOn(memory.begun, options.first, now) ? memory.begun : null
  const begunAt = left?.at ?? now
  const note = async (begun: BegunReading | null) => {
    memory.begun = begun
    await writeMemory(context.db, memory)
  }
  const pulled = await pullWindow(context, timeKind, windowFrom(left), {
    ...options,
    ...(options.isLong || options.first ? { concurrency: readsAtOnce } : {}),
    async applied({ page, records }: RecordPage) {
      const oldest = records.at(-1)
      if (page % pagesBetweenNotes === 0 && oldest) {
        await note({ page, date: dateOf(oldest), at: begunAt })
      }
    },
  })
  if (pulled.is !== 'pulled') return pulled
  if (memory.begun) await note(null)
  return { ...pulled, begunAt, resumed: left !== null }
}

/** What was read within the hour is new enough to go on behind; of a first reading nothing is old. */
const goesOn = (begun: BegunReading | null, first: boolean, now: number): boolean =>
  begun !== null && (first || (begun.at <= now && now - begun.at < beginAnew))

/**
 * From the day on at which the last page ended: records that were added or deleted meanwhile moved
 * the rest to other pages.
 */
const windowFrom = (left: BegunReading | null): DayWindow =>
  left
    ? { is: 'between', from: '0000-01-01', to: left.date, page: left.page }
    : { is: 'since', from: null }
