/**
 * PouchDB on LevelDB. Entries are named by date, start and number, so that its quickest way of
 * reading, all documents in the order of their names, is the order of the list.
 */
import { join } from 'node:path'
import PouchDB from 'pouchdb-node'

const padded = (number, digits) => String(number).padStart(digits, '0')
const nameOf = ({ date, start, id }) => `entry/${date}/${padded(start, 4)}/${padded(id, 9)}`
const last = '\uffff'

/** @type {import('../peers-records.ts').MakePeerStore} */
export const makeStore = (folder) => {
  let db
  const open = async () => {
    db = new PouchDB(join(folder, 'pouch'), { auto_compaction: true })
    await db.info()
  }
  const remembered = new Map()

  async function shown(entries) {
    const named = async (kind) => {
      const keys = [...new Set(entries.map((entry) => `${kind}/${entry[kind]}`))]
      const { rows } = await db.allDocs({ keys, include_docs: true })
      return new Map(rows.map(({ key, doc }) => [key, doc.name]))
    }
    const [projects, tasks] = await Promise.all([named('project'), named('task')])
    return entries.map(({ id, date, start, total, notes, project, task }) => ({
      ...{ id, date, start, total, notes },
      project: projects.get(`project/${project}`),
      task: tasks.get(`task/${task}`),
    }))
  }

  async function backFrom(startkey, limit) {
    const { rows } = await db.allDocs({
      ...{ startkey, endkey: 'entry/', descending: true, limit, include_docs: true },
    })
    return rows.map(({ doc }) => doc)
  }

  return {
    guarantee: 'files (LevelDB), written but not synced: the last saves can go with the power',
    persists: true,
    async fill({ projects, tasks, entries }) {
      await open()
      await db.bulkDocs(projects.map(({ id, name }) => ({ _id: `project/${id}`, name })))
      await db.bulkDocs(tasks.map(({ id, name }) => ({ _id: `task/${id}`, name })))
      for (let from = 0; from < entries.length; from += 2_000) {
        const some = entries.slice(from, from + 2_000)
        await db.bulkDocs(some.map((entry) => ({ _id: nameOf(entry), ...entry })))
      }
    },
    open,
    close: () => db.close(),
    async show(entry) {
      try {
        return (await shown([await db.get(nameOf(entry))]))[0]
      } catch (thrown) {
        if (thrown.status === 404) return null
        throw thrown
      }
    },
    newest: async () => shown(await backFrom(`entry/${last}`, 50)),
    async find(word) {
      const found = []
      for (let from = `entry/${last}`; found.length < 50;) {
        const some = await backFrom(from, 1_000)
        found.push(...some.filter(({ search }) => search.includes(word)))
        if (some.length < 1_000) break
        // The names that follow begin below this one.
        const { _id } = some.at(-1)
        from = _id.slice(0, -9) + padded(Number(_id.slice(-9)) - 1, 9)
      }
      return shown(found.slice(0, 50))
    },
    // A view that adds up by date takes many minutes to build here and answers no sooner.
    async total(from, to) {
      const { rows } = await db.allDocs({
        ...{ startkey: `entry/${from}/`, endkey: `entry/${to}/${last}`, include_docs: true },
      })
      return { minutes: rows.reduce((sum, { doc }) => sum + doc.total, 0), entries: rows.length }
    },
    async save(entry) {
      const { rev } = await db.put({ _id: nameOf(entry), ...entry })
      remembered.set(entry.id, rev)
    },
    async remove(entry) {
      await db.remove(nameOf(entry), remembered.get(entry.id))
    },
  }
}
