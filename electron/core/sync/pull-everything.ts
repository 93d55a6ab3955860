/**
 * Reading every time, newest first. The first reading of a large account may take long: where it
 * got to is kept, so that a program that was stopped goes on there.
 */
import type { SyncContext, Trouble } from './context.ts'
import { timeKind } from './kinds/time.ts'
import { writeMemory, type Memory } from './memory.ts'
import { pullWindow, type Pulled, type PullOptions } from './pull-window.ts'
import { pullByRank } from './ranks.ts'

/** So many reads at once, until the service first asks for fewer. */
const firstReadsAtOnce = 4
/** How many pages may have to be read again after a kill. */
const pagesBetweenNotes = 10

export async function pullEverything(
  context: SyncContext,
  memory: Memory,
  options: PullOptions,
): Promise<Pulled | Trouble> {
  if (!options.first) {
    return pullWindow(context, timeKind, { is: 'since', from: null }, options)
  }
  const from = memory.firstPage ?? 1
  const note = async (page: number | null) => {
    memory.firstPage = page
    await writeMemory(context.db, memory)
  }
  const pulled = await pullWindow(
    context,
    timeKind,
    { is: 'since', from: null },
    {
      ...options,
      concurrency: firstReadsAtOnce,
      // What was added meanwhile pushed the rest down the list: it shows again, or by its count.
      startPage: from,
      applied: async (page) => {
        if (page % pagesBetweenNotes === 0) await note(page)
      },
    },
  )
  if (pulled.is !== 'pulled') return pulled
  await note(null)
  return from === 1 ? pulled : pullByRank(context, timeKind, { ...options, first: false })
}
