/**
 * WatermelonDB on SQLite: its adapter for Node, on the better-sqlite3 that Stint uses too. Sums are
 * asked in SQL, which it lets through.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'

// Its modules are CommonJS without file endings.
const load = createRequire(import.meta.url)
const { Database, Model, Q, appSchema, tableSchema } = load('@nozbe/watermelondb')
const { default: SQLiteAdapter } = load('@nozbe/watermelondb/adapters/sqlite')
const { default: bridge } = load('@nozbe/watermelondb/adapters/sqlite/sqlite-node/DatabaseBridge')
const { default: logger } = load('@nozbe/watermelondb/utils/common/logger')
logger.silence()

const schema = appSchema({
  version: 1,
  tables: [
    tableSchema({ name: 'project', columns: [{ name: 'name', type: 'string' }] }),
    tableSchema({ name: 'task', columns: [{ name: 'name', type: 'string' }] }),
    tableSchema({
      name: 'entry',
      columns: [
        { name: 'date', type: 'string', isIndexed: true },
        { name: 'place', type: 'string', isIndexed: true },
        { name: 'start', type: 'number' },
        { name: 'quantity', type: 'number' },
        { name: 'increment', type: 'number' },
        { name: 'total', type: 'number' },
        { name: 'notes', type: 'string', isOptional: true },
        { name: 'project', type: 'string', isIndexed: true },
        { name: 'task', type: 'string', isIndexed: true },
        { name: 'search', type: 'string' },
      ],
    }),
  ],
})

class Project extends Model {
  static table = 'project'
}
class Task extends Model {
  static table = 'task'
}
class Entry extends Model {
  static table = 'entry'
}

const keyOf = (id) => String(id).padStart(9, '0')
/** Indexes are of one column: the order of the list is put into one. */
const placeOf = ({ date, start, id }) => `${date} ${String(start).padStart(4, '0')} ${keyOf(id)}`
const values = ({ id, project, task, ...rest }) => ({
  ...{ ...rest, id: keyOf(id), place: placeOf({ ...rest, id }) },
  ...{ project: keyOf(project), task: keyOf(task) },
})
const newestFirst = [Q.sortBy('place', Q.desc), Q.take(50)]

/** @type {import('../peers-records.ts').MakePeerStore} */
export const makeStore = (folder) => {
  let db
  const open = async () => {
    const adapter = new SQLiteAdapter({ schema, dbName: join(folder, 'watermelon.db') })
    await adapter.initializingPromise
    db = new Database({ adapter, modelClasses: [Project, Task, Entry] })
  }
  const collection = (name) => db.collections.get(name)
  const prepare = (name, record) =>
    collection(name).prepareCreate(({ _raw }) => Object.assign(_raw, record))

  async function shown(entries) {
    const named = async (kind) => {
      const ids = [...new Set(entries.map(({ _raw }) => _raw[kind]))]
      const found = await Promise.all(ids.map((id) => collection(kind).find(id)))
      return new Map(found.map(({ _raw }) => [_raw.id, _raw.name]))
    }
    const [projects, tasks] = await Promise.all([named('project'), named('task')])
    return entries.map(({ _raw: { id, date, start, total, notes, project, task } }) => ({
      ...{ id: Number(id), date, start, total, notes },
      ...{ project: projects.get(project), task: tasks.get(task) },
    }))
  }

  return {
    guarantee: 'file, every commit synced (SQLite with a rollback journal, FULL)',
    persists: true,
    async fill({ projects, tasks, entries }) {
      await open()
      const name = ({ id, name }) => ({ id: keyOf(id), name })
      await db.write(async () => {
        await db.batch([
          ...projects.map((one) => prepare('project', name(one))),
          ...tasks.map((one) => prepare('task', name(one))),
        ])
        for (let from = 0; from < entries.length; from += 5_000) {
          const some = entries.slice(from, from + 5_000)
          await db.batch(some.map((one) => prepare('entry', values(one))))
        }
      })
    },
    open,
    // It has no close of its own: an app ends with it open.
    close: async () => {
      for (const [tag, { driver }] of Object.entries(bridge.connections)) {
        driver.database.instance.close()
        delete bridge.connections[tag]
      }
    },
    async show({ id }) {
      const found = await collection('entry')
        .find(keyOf(id))
        .catch(() => null)
      return found && found.syncStatus !== 'deleted' ? (await shown([found]))[0] : null
    },
    newest: async () =>
      shown(
        await collection('entry')
          .query(...newestFirst)
          .fetch(),
      ),
    find: async (word) =>
      shown(
        await collection('entry')
          .query(Q.where('search', Q.like(`%${Q.sanitizeLikeString(word)}%`)), ...newestFirst)
          .fetch(),
      ),
    async total(from, to) {
      const sums = `select sum(total) as minutes, count(*) as entries from entry
        where date between ? and ? and _status is not 'deleted'`
      const [row] = await collection('entry')
        .query(Q.unsafeSqlQuery(sums, [from, to]))
        .unsafeFetchRaw()
      return row
    },
    save: (entry) =>
      db.write(async () => {
        await db.batch([prepare('entry', values(entry))])
      }),
    remove: ({ id }) =>
      db.write(async () => {
        const found = await collection('entry').find(keyOf(id))
        await found.markAsDeleted()
      }),
  }
}
