/** Stint's own store as one of those that are compared: the calls of its windows, on a file. */
import { join } from 'node:path'
import type { ActionContext } from '#core/actions/change.ts'
import { toTimeEntries } from '#core/handlers/time-entities.ts'
import { timeHandlers } from '#core/handlers/times.ts'
import { createSystemClock } from '#core/node/clock.ts'
import { openStore, type Store } from '#core/store/open/open-store.ts'
import { readTimePage } from '#core/store/resources/times.ts'
import { totalsByDay } from '#core/store/resources/time-totals.ts'
import { unwrap } from '#shared/errors.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { organisation } from './data.ts'
import type { MakePeerStore, Shown } from './peers-records.ts'

const shown = (entry: TimeEntry): Shown => ({
  id: entry.local,
  date: entry.date,
  start: entry.start,
  total: entry.total,
  notes: entry.notes,
  project: entry.project!.name,
  task: entry.task!.name,
})

/** The file is there already: the records were read out of it. */
export const makeStore: MakePeerStore = (folder) => {
  let store: Store
  let context: ActionContext
  const databaseKeeper = { tidy: () => Promise.resolve() }
  const handlers = timeHandlers({
    withOpenAccount: (run) => run({ context, sync: null, direct: null, databaseKeeper }),
    withTimerBroadcast: (run) => run({ context, sync: null, direct: null, databaseKeeper }),
    emit: () => {},
  })
  const open = async () => {
    const clock = unwrap(createSystemClock())
    const file = join(folder, 'stint.db')
    store = unwrap(await openStore({ file, groups: ['model', 'client'], now: clock.now() }))
    context = { db: store.db, clock, organisation, changed: () => {} }
  }
  return {
    guarantee:
      'file, every commit synced (WAL, FULL); a save is the row, its history, its unsent mark, counts and search index',
    persists: true,
    fill: open,
    open,
    close: () => store.close(),
    async show({ id }) {
      const found = await handlers['times.show']({ local: id })
      return found.ok ? shown(found.value) : null
    },
    async newest() {
      const page = unwrap(await handlers['times.list']({ limit: 50 }))
      return page.data.map(shown)
    },
    async find(query) {
      const page = await readTimePage(context.db, organisation, { query, limit: 50 })
      return (await toTimeEntries(context.db, page.data)).map(shown)
    },
    async total(from, to) {
      const days = await totalsByDay(context.db, organisation, { from, to })
      return {
        minutes: days.reduce((sum, { minutes }) => sum + minutes, 0),
        entries: days.reduce((sum, { entries }) => sum + entries, 0),
      }
    },
    async save({ id, date, start, quantity, notes, project, task }) {
      const input = { date, start, quantity, notes, project, task }
      const made = unwrap(await handlers['times.create'](input))
      if (made.local !== id) throw new Error(`Entry ${id} became ${made.local}`)
    },
    async remove({ id }) {
      unwrap(await handlers['times.delete']({ local: id }))
    },
  }
}
