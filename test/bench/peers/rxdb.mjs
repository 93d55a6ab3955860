/**
 * RxDB on a storage that is handed in. Of its storages that write files in Node, those on SQLite and
 * on the file system are sold, and the trial on SQLite holds 500 documents and uses no index; others
 * need a server. What is left is the one in memory and the one on Deno KV.
 */
import { createQueryCache, createRxDatabase } from 'rxdb/plugins/core'

const number = (maximum) => ({ type: 'integer', minimum: 0, maximum, multipleOf: 1 })
const text = (maxLength) => ({ type: 'string', maxLength })
const named = {
  ...{ version: 0, primaryKey: 'id', type: 'object' },
  properties: { id: text(20), name: text(255) },
  required: ['id', 'name'],
}
const entry = {
  ...{ version: 0, primaryKey: 'id', type: 'object' },
  properties: {
    id: text(9),
    date: text(10),
    start: number(1_440),
    quantity: number(1_500),
    increment: number(60),
    total: number(90_000),
    notes: { type: ['string', 'null'] },
    project: text(20),
    task: text(20),
    search: { type: 'string' },
  },
  required: ['id', 'date', 'start', 'total', 'project', 'task'],
  indexes: [['date', 'start', 'id']],
}
const newestFirst = [{ date: 'desc' }, { start: 'desc' }, { id: 'desc' }]

const keyOf = (id) => String(id).padStart(9, '0')
const document = ({ id, project, task, ...rest }) => ({
  ...{ ...rest, id: keyOf(id), project: String(project), task: String(task) },
})

/**
 * @param {{ guarantee: string, persists: boolean }} about
 * @param {() => any} storage created again each time the database is opened
 * @param {number} atOnce documents that go in together
 * @returns {import('../peers-records.ts').PeerStore}
 */
export function makeRxStore(about, storage, atOnce) {
  let db
  async function open() {
    db = await createRxDatabase({ name: 'stint', storage: storage() })
    await db.addCollections({
      project: { schema: named },
      task: { schema: named },
      entry: { schema: entry },
    })
  }

  async function shown(documents) {
    const names = async (kind) => {
      const ids = [...new Set(documents.map((one) => one[kind]))]
      return db[kind].findByIds(ids).exec()
    }
    const [projects, tasks] = await Promise.all([names('project'), names('task')])
    return documents.map(({ id, date, start, total, notes, project, task }) => ({
      ...{ id: Number(id), date, start, total, notes },
      ...{ project: projects.get(project).name, task: tasks.get(task).name },
    }))
  }

  return {
    ...about,
    async fill({ projects, tasks, entries }) {
      await open()
      const name = ({ id, name }) => ({ id: String(id), name })
      await db.project.bulkInsert(projects.map(name))
      await db.task.bulkInsert(tasks.map(name))
      for (let from = 0; from < entries.length; from += atOnce) {
        const { error } = await db.entry.bulkInsert(
          entries.slice(from, from + atOnce).map(document),
        )
        if (error.length > 0) throw new Error(JSON.stringify(error[0]))
      }
    },
    open,
    close: async () => {
      await db.close()
    },
    // Otherwise the same question would be answered from what was found a moment ago.
    beforeTurn() {
      for (const collection of [db.entry, db.project, db.task]) {
        collection._queryCache = createQueryCache()
      }
    },
    async show({ id }) {
      const found = await db.entry.findOne(keyOf(id)).exec()
      return found ? (await shown([found]))[0] : null
    },
    newest: async () => shown(await db.entry.find({ sort: newestFirst, limit: 50 }).exec()),
    find: async (word) =>
      shown(
        await db.entry
          .find({ selector: { search: { $regex: word } }, sort: newestFirst, limit: 50 })
          .exec(),
      ),
    async total(from, to) {
      const found = await db.entry.find({ selector: { date: { $gte: from, $lte: to } } }).exec()
      return { minutes: found.reduce((sum, { total }) => sum + total, 0), entries: found.length }
    },
    async save(entry) {
      await db.entry.insert(document(entry))
    },
    async remove({ id }) {
      const found = await db.entry.findOne(keyOf(id)).exec()
      await found.remove()
    },
  }
}
