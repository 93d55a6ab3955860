/**
 * Dexie on fake-indexeddb, the IndexedDB that its own tests use in Node: all in memory, without the
 * disk and without the browser's processes in between.
 */
import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'

/** @type {import('../peers-records.ts').MakePeerStore} */
export const makeStore = () => {
  const db = new Dexie('stint', { indexedDB, IDBKeyRange })
  db.version(1).stores({ entry: 'id, [date+start+id]', project: 'id', task: 'id' })
  const inOrder = () => db.entry.orderBy('[date+start+id]').reverse()

  async function shown(entries) {
    const named = async (table) => {
      const ids = [...new Set(entries.map((entry) => entry[table.name]))]
      return new Map((await table.bulkGet(ids)).map(({ id, name }) => [id, name]))
    }
    const [projects, tasks] = await Promise.all([named(db.project), named(db.task)])
    return entries.map(({ id, date, start, total, notes, project, task }) => ({
      ...{ id, date, start, total, notes },
      ...{ project: projects.get(project), task: tasks.get(task) },
    }))
  }

  return {
    guarantee: 'none: in memory (fake-indexeddb)',
    persists: false,
    async fill({ projects, tasks, entries }) {
      await db.open()
      await db.project.bulkAdd(projects)
      await db.task.bulkAdd(tasks)
      for (let from = 0; from < entries.length; from += 5_000) {
        await db.entry.bulkAdd(entries.slice(from, from + 5_000))
      }
    },
    open: () => db.open(),
    close: async () => db.close(),
    async show({ id }) {
      const entry = await db.entry.get(id)
      return entry ? (await shown([entry]))[0] : null
    },
    newest: async () => shown(await inOrder().limit(50).toArray()),
    find: async (word) =>
      shown(
        await inOrder()
          .filter(({ search }) => search.includes(word))
          .limit(50)
          .toArray(),
      ),
    async total(from, to) {
      const entries = await db.entry
        .where('[date+start+id]')
        .between([from, Dexie.minKey, Dexie.minKey], [to, Dexie.maxKey, Dexie.maxKey])
        .toArray()
      return {
        minutes: entries.reduce((sum, { total }) => sum + total, 0),
        entries: entries.length,
      }
    },
    async save(entry) {
      await db.entry.add(entry)
    },
    async remove({ id }) {
      await db.entry.delete(id)
    },
  }
}
