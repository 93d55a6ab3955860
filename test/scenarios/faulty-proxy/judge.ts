/** The invariants once the faults have stopped and every card is answered. */
import type { EntryResource } from '#core/store/tables/index.ts'
import { readLocalVersion, isSameVersion } from '#core/store/sync/local-versions.ts'
import { syncAdapters } from '#core/sync/records/sync-adapters.ts'
import type { Api } from './api.ts'
import { overwrittenUnseen, wordIn, type Ledger, type Made } from './ledger.ts'
import type { Machine } from './machine.ts'
import { everythingOn, type OnService } from './web-editor.ts'

export interface Judged {
  /** The violations. */
  problems: string[]
  /** Texts that were overwritten between a read and a write. */
  unseen: string[]
  words: number
}

interface Case {
  ledger: Ledger
  machines: readonly Machine[]
  editor: Api
  /** No text may be overwritten unseen. */
  conditional: boolean
  /** Words of records that the proxy had created twice: removing one of the two keeps the other. */
  doubled: ReadonlySet<string>
}

export async function judge(given: Case): Promise<Judged> {
  const { ledger, machines, editor, conditional, doubled } = given
  const there = await everythingOn(editor)
  const problems: string[] = []
  const unseen: string[] = []
  const on = new Map<string, OnService[]>()
  for (const one of there) {
    const word = wordIn(one.text)
    if (word !== undefined) on.set(word, [...(on.get(word) ?? []), one])
  }
  for (const machine of machines) {
    problems.push(...(await unlike(machine, there)))
    problems.push(...(await lost(machine, ledger)))
  }
  for (const made of ledger.made.values()) {
    const records = on.get(made.word) ?? []
    problems.push(...countProblems(made, records, doubled.has(made.word)))
    const [only] = records
    if (records.length !== 1 || made.turnedBack || made.answers.length > 0) continue
    if (made.removedBy.size > 0) continue
    for (const { value, by } of overwrittenUnseen(made, only!.text!)) {
      unseen.push(`“${value}” by ${by} became “${only!.text}” and no card told of it`)
    }
  }
  for (const word of on.keys()) {
    if (!ledger.made.has(word)) problems.push(`nobody was told that ${word} was saved`)
  }
  if (conditional) problems.push(...unseen)
  return { problems, unseen, words: ledger.made.size }
}

function countProblems(made: Made, records: readonly OnService[], isDoubled: boolean): string[] {
  const { word, answers, removedBy, again } = made
  const told = JSON.stringify({ ...made, removedBy: [...removedBy] })
  // An edit on another machine may have kept the removed one.
  const kept = isDoubled && removedBy.size > 0 ? 1 : 0
  if (records.length > 1 + again + kept) {
    const ids = records.map(({ id }) => id).join(', ')
    return [`${word} is on the service ${records.length} times (${ids}): ${told}`]
  }
  const dropped = answers.some((answer) => /: (drop|mine|theirs)$/.test(answer))
  if (records.length === 0 && removedBy.size === 0 && !dropped && !made.turnedBack) {
    return [`${word} is not on the service, and nobody removed it: ${told}`]
  }
  const [remover, ...removers] = removedBy
  const others = made.writings.some(({ by }) => by !== remover)
  const alone =
    !isDoubled && remover !== undefined && removers.length === 0 && !others && !made.turnedBack
  if (records.length > 0 && alone && answers.length === 0 && made.writings.length === 1) {
    return [`${word} was removed by ${remover} and is on the service: ${told}`]
  }
  return []
}

/** Records that differ between a machine and the service. */
async function unlike(machine: Machine, there: readonly OnService[]): Promise<string[]> {
  const { db } = machine.store()
  const problems: string[] = []
  const say = (what: string) => problems.push(`${machine.name}: ${what}`)
  const { pending, inbox } = await machine.waiting()
  if (pending > 0 || inbox > 0) say(`${pending} wait to be sent, ${inbox} to be decided`)
  const linked = await db
    .selectFrom('sync_record')
    .select(['resource', 'local_id', 'remote_id'])
    .where('resource', 'in', ['time', 'expense', 'category'])
    .execute()
  const seen = new Set<string>()
  const byLocal = new Map(linked.map((row) => [`${row.resource} ${row.local_id}`, row.remote_id]))
  const byRemote = new Map(
    linked.map((row) => [`${row.resource} ${row.remote_id}`, row.local_id] as const),
  )
  for (const { resource, id, wire, text } of there) {
    seen.add(`${resource} ${id}`)
    const local = byRemote.get(`${resource} ${id}`)
    const here = local === undefined ? undefined : await readLocalVersion(db, resource, local)
    if (here === undefined) {
      say(`${resource} ${id} (“${text}”) of the service is not here`)
      continue
    }
    const read = syncAdapters[resource].schema.safeParse(wire)
    if (!read.success) throw new Error(`${resource} ${id} cannot be read`)
    const version = syncAdapters[resource].versionOf(read.data)
    if (!isSameVersion(resource, here, version)) {
      say(`${resource} ${id}: ${JSON.stringify(here)} here, ${JSON.stringify(version)} there`)
    }
  }
  for (const { resource, local, text } of await rowsOf(machine)) {
    const remote = byLocal.get(`${resource} ${local}`)
    if (remote === undefined || remote === null) say(`${resource} “${text}” was never sent`)
    else if (!seen.has(`${resource} ${remote}`)) {
      say(`${resource} ${remote} (“${text}”) is here and not on the service`)
    }
  }
  return problems
}

async function rowsOf(machine: Machine) {
  const { db } = machine.store()
  const read = async (resource: EntryResource) => {
    if (resource === 'category') {
      return db
        .selectFrom('category')
        .select(['id', 'name as text'])
        .where('deleted_at', 'is', null)
        .execute()
    }
    const table = resource === 'time' ? 'time_entry' : 'expense'
    return db.selectFrom(table).select(['id', 'notes as text']).execute()
  }
  const all = []
  for (const resource of ['time', 'expense', 'category'] as const) {
    for (const { id, text } of await read(resource)) all.push({ resource, local: id, text })
  }
  return all
}

/** Words that a machine once had, and has neither in a record nor in its trash or archives. */
async function lost(machine: Machine, ledger: Ledger): Promise<string[]> {
  const { db } = machine.store()
  const kept = new Set((await machine.standing()).map(({ word }) => word))
  for (const { row } of await db.selectFrom('trash').select('row').execute()) {
    const word = wordIn(row)
    if (word !== undefined) kept.add(word)
  }
  for (const { name } of await db.selectFrom('category').select('name').execute()) {
    const word = wordIn(name)
    if (word !== undefined) kept.add(word)
  }
  return [...new Set(machine.known.values())].flatMap((word) => {
    const made = ledger.made.get(word)
    if (!made || kept.has(word) || made.turnedBack) return []
    return [`${machine.name}: ${word} is neither here nor in the trash: ${JSON.stringify(made)}`]
  })
}
