/** The sync adapter of times (specification, Times). */
import { timeWire, type TimeWire } from '#shared/resources/time.ts'
import {
  timeGroups,
  timeVersionFromWire,
  type TimeVersion,
} from '#shared/resources/time-version.ts'
import { minutesInDay } from '#shared/rules/calendar.ts'
import type { FieldGroup } from '#shared/rules/field-groups.ts'
import { moneyText } from '#shared/rules/money-text.ts'
import { normalizeNote } from '#shared/rules/search-text.ts'
import { hasSameFields, joinGroups } from '#shared/rules/three-way.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import type { FullTimeRow } from '../../store/resources/full-rows.ts'
import { comparedFields, isSameVersion } from '../../store/sync/local-versions.ts'
import { provisionalTie } from '../../store/sync/sync-records.ts'
import {
  deleteTime,
  insertTime,
  insertTimes,
  updateTime,
  type NewTime,
  type TimeColumns,
} from '../../store/resources/times.ts'
import type { SyncTransaction } from './sync-transaction.ts'
import { isSameText } from '../decide/match-create.ts'
import { together } from '../decide/merge.ts'
import {
  differingFields,
  quoteFirstLine,
  storableSchema,
  type SyncAdapter,
} from './sync-adapter.ts'

/**
 * A quantity counts increments of its project. Where these differ in length, project and quantity
 * are merged together.
 */
const joined = joinGroups(timeGroups, ['project_id', 'quantity'])

/** Returns true where an hour costs the same in both; unknown rates count as different. */
const isWorthTheSame = (one: TimeVersion, other: TimeVersion): boolean =>
  one.project_id === other.project_id ||
  (one.rate !== null &&
    one.rate === other.rate &&
    one.currency !== null &&
    one.currency === other.currency)

const isOverMidnight = (start: TimeVersion, length: TimeVersion): boolean =>
  start.start + length.quantity * length.increment > minutesInDay

/**
 * Returns true where one start with the other length crosses midnight, and neither version alone
 * does.
 */
const meetMidnight = (one: TimeVersion, other: TimeVersion): boolean =>
  (isOverMidnight(one, other) || isOverMidnight(other, one)) &&
  !isOverMidnight(one, one) &&
  !isOverMidnight(other, other)

const decided = new Set<string>([...comparedFields.time, 'increment'])

/** Upserts the references of an entry; returns their local ids. */
async function upsertReferences(tx: SyncTransaction, wire: TimeWire) {
  const hint = { increment: wire.increment, rate: wire.rate ?? null, currency: wire.currency }
  return {
    project: await tx.references.project(wire.project, hint),
    task: await tx.references.task(wire.task),
    user: wire.user ? await tx.references.user(wire.user) : undefined,
  }
}

async function rowOf(tx: SyncTransaction, wire: TimeWire): Promise<NewTime & { tie: number }> {
  const { project, task, user } = await upsertReferences(tx, wire)
  return {
    organisation_id: tx.organisation,
    tie: wire.id,
    user_id: user ?? null,
    project_id: project,
    task_id: task,
    date: wire.date,
    start: wire.start,
    quantity: wire.quantity,
    increment: wire.increment,
    notes: plainNotes(wire),
    rate: wire.rate ?? 0,
    currency: wire.currency,
    created_at: wire.created_at,
    updated_at: wire.updated_at,
  }
}

export const timeAdapter: SyncAdapter<TimeWire, TimeVersion, FullTimeRow> = {
  resource: 'time',
  path: '/times',
  schema: storableSchema(timeWire),
  nouns: { one: 'entry', many: 'entries' },
  isArchivable: false,

  versionOf: timeVersionFromWire,
  same: (one, other) => isSameVersion('time', one, other),
  isSendable: ({ project_id, task_id }) => project_id !== null && task_id !== null,
  groups(base, local, remote) {
    const isCountedAlike = base.increment === local.increment && base.increment === remote.increment
    let groups: readonly FieldGroup[] = isCountedAlike ? timeGroups : joined
    if (!isWorthTheSame(local, remote)) {
      groups = together(groups, ['project_id', 'quantity'], base, local, remote)
    }
    if (meetMidnight(local, remote)) {
      groups = together(groups, ['start', 'quantity'], base, local, remote)
    }
    return groups
  },
  acknowledged(sent, local) {
    if (sent.quantity === undefined) return { base: [], local: [] }
    const untouched =
      local.quantity === sent.quantity && local.project_id === (sent.project_id ?? local.project_id)
    return { base: ['increment'], local: untouched ? ['increment'] : [] }
  },

  /** `notes` is an optional string: empty notes are left out. */
  createBody({ increment: _increment, rate: _rate, currency: _currency, notes, ...rest }) {
    return notes === null ? rest : { ...rest, notes }
  },
  /** Cleared notes are sent as the empty string: the field's type is string. */
  updateBody({ increment: _increment, ...send }) {
    return 'notes' in send ? { ...send, notes: send.notes ?? '' } : send
  },
  naturalKey: (version) => JSON.stringify(comparedFields.time.map((field) => version[field])),
  likeness(sent, candidate) {
    if (isSameVersion('time', sent, candidate)) return 'same'
    if (!hasSameFields(sent, candidate, ['project_id', 'task_id', 'date'])) return null
    if (hasSameFields(sent, candidate, ['start', 'quantity'])) {
      return isSameText(sent.notes, candidate.notes) ? 'near' : 'kin'
    }
    // A person's entries of one project, task and day may share a start or a quantity by chance,
    // but not a text.
    const isDistinctive = sent.notes !== null || sent.start === candidate.start
    return sent.notes === candidate.notes && isDistinctive ? 'kin' : null
  },

  upsertRelated: async (tx, wire) => void (await upsertReferences(tx, wire)),
  async insert(tx, wire, local) {
    const row = await rowOf(tx, wire)
    return insertTime(tx.trx, local === undefined ? row : { ...row, id: local })
  },
  async insertAll(tx, wires) {
    const rows = []
    for (const wire of wires) rows.push(await rowOf(tx, wire))
    return insertTimes(tx.trx, rows)
  },
  async insertAgain(tx, row) {
    await insertTime(tx.trx, { ...row, tie: provisionalTie(row.id) })
  },
  async writeRow(tx, row, wire, version) {
    const remote = timeVersionFromWire(wire)
    const { project, task, user } = await upsertReferences(tx, wire)
    const hasRemoteProject = version.project_id === remote.project_id
    const next: TimeColumns = {
      project_id: hasRemoteProject ? project : row.project_id,
      task_id: version.task_id === remote.task_id ? task : row.task_id,
      date: version.date,
      start: version.start,
      quantity: version.quantity,
      increment: version.increment,
      notes: version.notes === remote.notes ? plainNotes(wire) : row.notes,
      rate: hasRemoteProject ? (wire.rate ?? row.rate) : row.rate,
      currency: hasRemoteProject ? (wire.currency ?? row.currency) : row.currency,
      user_id: user ?? row.user_id,
      created_at: wire.created_at,
      updated_at: wire.updated_at,
    }
    const patch = differingFields<FullTimeRow>(row, next)
    if (Object.keys(patch).length === 0) return false
    await updateTime(tx.trx, row.id, patch)
    return Object.keys(patch).some((field) => decided.has(field))
  },
  remove: (tx, row) => deleteTime(tx.trx, row.id),
  mergeBase(wire, base, conflicts) {
    const mergedBase: TimeWire = { ...wire }
    for (const conflict of conflicts) {
      if ('project_id' in conflict.theirs) {
        mergedBase.project = base.project
        mergedBase.task = base.task
      }
      if ('date' in conflict.theirs)
        Object.assign(mergedBase, { date: base.date, start: base.start })
      if ('quantity' in conflict.theirs) {
        Object.assign(mergedBase, { quantity: base.quantity, increment: base.increment })
      }
      if ('notes' in conflict.theirs) mergedBase.notes = base.notes
    }
    return mergedBase
  },
  hasSameComputed: async (tx, row, wire) =>
    row.notes === plainNotes(wire) &&
    row.increment === wire.increment &&
    row.rate === (wire.rate ?? row.rate) &&
    row.currency === (wire.currency ?? row.currency) &&
    row.created_at === wire.created_at &&
    (!wire.user || (await tx.references.user(wire.user)) === row.user_id),
  title: (row) => quoteFirstLine(row.notes, 'an entry'),
  repriced(before, after) {
    if (before.currency === null || after.currency === null || before.rate === 0) return null
    if (before.rate === after.rate && before.currency === after.currency) return null
    return sentence('The rate of {subject} is now {rate} instead of {before}', {
      subject: this.title(after),
      rate: moneyText(after.rate, after.currency),
      before: moneyText(before.rate, before.currency),
    })
  },
  counted: ({ quantity, increment }) => ({ quantity, increment }),
  received: ({ quantity, increment }) => ({ quantity, increment }),
}

const plainNotes = (wire: TimeWire): string | null =>
  normalizeNote(wire.notes) === null ? null : wire.notes
