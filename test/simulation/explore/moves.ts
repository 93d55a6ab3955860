/** The possible next moves in a small world, each by its name. */
import { addThere } from '../browser.ts'
import { looking } from '../checks/looking.ts'
import { kinds } from '../checks/kinds.ts'
import type { Witness } from '../checks/witness.ts'
import { entries, type Entry } from '../entries.ts'
import type { Machine } from '../machine.ts'
import type { Doing } from '../doings.ts'
import type { World } from '../world.ts'
import type { HeldNetwork } from './held-network.ts'
import type { Subject } from './subjects.ts'

export interface Small {
  world: World
  machine: Machine
  network: HeldNetwork
  subject: Subject
  /** The maximum number of records made here. */
  records: number
  /** How often each move was made, without its record. */
  made: Map<string, number>
  /** A process has begun to sync, and may be under way. */
  hasSynced: boolean
}

/** Milliseconds that pass with a move: more than a pass takes when nothing holds it up. */
const moment = 3_000
/** Longer than requests of a killed process are under way. */
const afterKill = 16_000
/** Longer than between the two looks for an unknown create. */
const beforeSync = 11_000
/** Longer than the wait before a request without an answer is looked for. */
const longWait = 61_000

const witnessOf = ({ machine }: Small): Witness => machine.witnesses()[0]!

const held = (small: Small) => [
  ...witnessOf(small).organisation.held.get(kinds[small.subject.kind].resource)!.values(),
]

const count = ({ made }: Small, move: string): number => made.get(move) ?? 0

/** The answers that some card offers. */
const mostAnswers = 4

/** Every move that is possible now. */
export function movesOf(small: Small): string[] {
  const { network, subject, records } = small
  const moves: string[] = []
  const standing = rowsHere(small)
  const witness = witnessOf(small)
  if (count(small, 'create') < records) moves.push('create')
  for (let place = 1; place <= standing; place++) {
    for (const name of Object.keys(subject.edits)) moves.push(`edit:${place}:${name}`)
    moves.push(`remove:${place}`)
  }
  if ([...witness.wishes.all()].length > 0) moves.push('undo')
  if (openCards(witness) > 0) {
    for (let how = 0; how < mostAnswers; how++) moves.push(`answer-card:${how}`)
  }
  if (count(small, 'create-there') === 0) moves.push('create-there')
  for (let place = 1; place <= held(small).length; place++) {
    for (const name of Object.keys(subject.edits)) moves.push(`edit-there:${place}:${name}`)
    moves.push(`remove-there:${place}`)
  }
  const awaited = network.awaited()
  if (!awaited) moves.push('sync', 'sync-list')
  else if (awaited.answer) moves.push('answer', 'lose')
  else moves.push('arrive', 'lose', 'delay', 'arrive-twice')
  if (network.late()) moves.push('arrive-late', 'drop-late')
  if (awaited) moves.push('kill')
  if (small.hasSynced) moves.push('restart')
  if (awaited || hasAttempt(witness)) moves.push('wait')
  return moves
}

function rowsHere(small: Small): number {
  const witness = witnessOf(small)
  const text = `select count(*) as n from (${kinds[small.subject.kind].select})`
  return (looking(witness.sqlite(), text).get() as { n: number }).n
}

const hasAttempt = (witness: Witness): boolean =>
  looking(witness.sqlite(), 'select 1 from attempt').get() !== undefined

/** Makes a move, and lets everything run that follows without another move. */
export async function makeMove(small: Small, move: string): Promise<void> {
  const { world, machine, network, subject, made } = small
  const { kind, edits } = subject
  const [name, place, what] = move.split(':') as [string, string | undefined, string | undefined]
  const which = Number(place) - 1
  const before = count(small, name)
  made.set(name, before + 1)
  const act = (doing: Doing) => machine.act({ ...doing, id: 0, at: 0, who: 0 })
  const setsOf = (entry: Entry) => ({ time: entry, expense: entry, category: entry })
  const awaited = network.awaited()
  let passes = moment
  switch (name) {
    case 'create':
      act({ do: 'add', kind, entry: subject.made(before), copies: 1 })
      break
    case 'edit':
      act({ do: 'edit', which, sets: setsOf(edits[what!]!('here', before)) })
      break
    case 'remove':
      act({ do: 'remove', which })
      break
    case 'undo':
      act({ do: 'undo' })
      break
    case 'answer-card':
      act({ do: 'answer', which: 0, how: Number(place) })
      break
    case 'create-there':
      addThere(world, world.model.organisations[0]!, kind, subject.madeThere)
      break
    case 'edit-there':
      world.model.change(
        held(small)[which]!,
        entries[kind].there(edits[what!]!('there', before), 1),
      )
      break
    case 'remove-there':
      world.model.remove(held(small)[which]!)
      break
    case 'sync':
    case 'sync-list':
      await world.timeline.pass(beforeSync)
      network.holdList(name === 'sync-list')
      small.hasSynced = true
      act({ do: 'cycle' })
      break
    case 'arrive':
      network.arrive(awaited!)
      break
    case 'arrive-twice': {
      const isTold = awaited!.request.method !== 'POST' || hasKey(awaited!.request.headers)
      network.arriveTwice(awaited!)
      // The second one cannot be told from a colleague's when the first was answered properly.
      if (!isTold) network.lose(awaited!)
      break
    }
    case 'answer':
      network.answer(awaited!)
      break
    case 'lose':
      network.lose(awaited!)
      break
    case 'delay':
      network.delay(awaited!)
      break
    case 'arrive-late':
      network.arrive(network.late()!)
      break
    case 'drop-late':
      network.lose(network.late()!)
      break
    case 'kill':
      machine.kill()
      network.abandon()
      small.hasSynced = false
      passes = afterKill
      break
    case 'restart':
      act({ do: 'restart' })
      small.hasSynced = false
      break
    case 'wait':
      passes = longWait
      break
    default:
      throw new Error(`There is no move ${move}`)
  }
  await world.timeline.pass(passes)
  network.holdList(false)
}

const hasKey = (headers: Readonly<Record<string, string>>): boolean =>
  headers['Idempotency-Key'] !== undefined

/** Cards that wait for the person. */
export const openCards = (witness: Witness): number =>
  looking(witness.sqlite(), 'select 1 from inbox where resolved_at is null').all().length
