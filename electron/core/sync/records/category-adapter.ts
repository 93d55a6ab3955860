/** The sync adapter of categories (specification, Categories): deleting one archives it. */
import { categoryWire, type CategoryWire } from '#shared/resources/category.ts'
import {
  toCategoryVersion,
  categoryGroups,
  categoryVersionFromWire,
  type CategoryVersion,
} from '#shared/resources/category-version.ts'
import { unmatchedId } from '#shared/resources/expense-version.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { fold } from '#shared/rules/search-text.ts'
import { hasSameFields } from '#shared/rules/three-way.ts'
import { insertCategory, updateCategory } from '../../store/resources/categories.ts'
import type { FullCategoryRow } from '../../store/resources/full-rows.ts'
import { isSameVersion } from '../../store/sync/local-versions.ts'
import { readRemoteIds } from '../../store/sync/sync-records.ts'
import type { SyncTransaction } from './sync-transaction.ts'
import { quoteFirstLine, storableSchema, type SyncAdapter } from './sync-adapter.ts'

/** Returns the local ids of a version's members. An unknown id creates a placeholder row. */
async function membersOf(tx: SyncTransaction, version: Pick<CategoryVersion, 'tasks' | 'charges'>) {
  const tasks: number[] = []
  for (const id of version.tasks)
    if (id !== unmatchedId) tasks.push(await tx.references.task({ id }))
  const charges: number[] = []
  for (const id of version.charges) {
    if (id !== unmatchedId) charges.push(await tx.references.charge({ id }))
  }
  return { tasks, charges }
}

/** Returns the members that the service does not have yet, which a merge must keep. */
async function unmatchedOf(
  tx: SyncTransaction,
  resource: 'task' | 'charge',
  locals: readonly number[],
) {
  const remotes = await readRemoteIds(tx.trx, resource, locals)
  return locals.filter((local) => !remotes.has(local))
}

/** Returns true when all words of one name are in the other. */
function isNamedAlike(one: string, other: string): boolean {
  const [fewer, more] = [one, other]
    .map((name) => new Set(fold(name).trim().split(/\s+/)))
    .toSorted((some, others) => some.size - others.size) as [Set<string>, Set<string>]
  return [...fewer].every((word) => more.has(word))
}

export const categoryAdapter: SyncAdapter<CategoryWire, CategoryVersion, FullCategoryRow> = {
  resource: 'category',
  path: '/categories',
  schema: storableSchema(categoryWire),
  nouns: { one: 'category', many: 'categories' },
  isArchivable: true,

  versionOf: categoryVersionFromWire,
  same: (one, other) => isSameVersion('category', one, other),
  isSendable: ({ tasks, charges }) =>
    !tasks.includes(unmatchedId) && !charges.includes(unmatchedId),
  groups: () => categoryGroups,

  createBody: (version) => version,
  updateBody: (send) => send,
  /** Names are unique among the active categories. */
  naturalKey: ({ name }) => fold(name),
  /** `kin`: the same members and a similar name, since it may have been renamed on the service. */
  likeness(sent, candidate) {
    if (fold(sent.name) === fold(candidate.name)) return 'same'
    const alike =
      hasSameFields(sent, candidate, ['tasks', 'charges']) &&
      isNamedAlike(sent.name, candidate.name)
    return alike ? 'kin' : null
  },

  upsertRelated: async (tx, wire) => void (await membersOf(tx, categoryVersionFromWire(wire))),
  async insertAll(tx, wires) {
    const made = new Map<number, number>()
    for (const wire of wires) made.set(wire.id, await this.insert(tx, wire))
    return made
  },
  async insert(tx, wire, local) {
    const members = await membersOf(tx, categoryVersionFromWire(wire))
    if (local !== undefined) {
      await updateCategory(tx.trx, tx.organisation, local, {
        name: wire.name,
        ...members,
        deleted_at: null,
        updated_at: wire.updated_at,
      })
      return local
    }
    return insertCategory(tx.trx, {
      organisation_id: tx.organisation,
      tie: wire.id,
      name: wire.name,
      ...members,
      created_at: wire.created_at,
      updated_at: wire.updated_at,
    })
  },
  async writeRow(tx, row, wire, version) {
    const remote = categoryVersionFromWire(wire)
    const name = version.name === remote.name ? wire.name : row.name
    const members = await membersOf(tx, version)
    const tasks = [...members.tasks, ...(await unmatchedOf(tx, 'task', row.tasks))]
    const charges = [...members.charges, ...(await unmatchedOf(tx, 'charge', row.charges))]
    const sameMembers = isSameVersion(
      'category',
      toCategoryVersion(name, tasks, charges),
      toCategoryVersion(name, row.tasks, row.charges),
    )
    const dated = row.updated_at === wire.updated_at && row.created_at === wire.created_at
    if (sameMembers && name === row.name && dated) return false
    await updateCategory(tx.trx, tx.organisation, row.id, {
      ...(name === row.name ? {} : { name }),
      ...(sameMembers ? {} : { tasks, charges }),
      created_at: wire.created_at,
      updated_at: wire.updated_at,
    })
    return !sameMembers || name !== row.name
  },
  remove: (tx, row) =>
    updateCategory(tx.trx, tx.organisation, row.id, { deleted_at: toTimestamp(tx.now) }),
  mergeBase(wire, base, conflicts) {
    const mergedBase = { ...wire }
    for (const conflict of conflicts) {
      if ('name' in conflict.theirs) mergedBase.name = base.name
      if ('tasks' in conflict.theirs) mergedBase.tasks = base.tasks
      if ('charges' in conflict.theirs) mergedBase.charges = base.charges
    }
    return mergedBase
  },
  hasSameComputed: (_tx, row, wire) =>
    Promise.resolve(row.name === wire.name && row.updated_at === wire.updated_at),
  title: (row) => quoteFirstLine(row.name, 'a category'),
}
