/**
 * One account on a simulated machine: its database, its token, its end of the network, and the
 * witness that checks it.
 */
import type { AccountRecord } from '#core/accounts/home.ts'
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'
import { makePaceChecks } from './checks/pace.ts'
import { makeWitness, type Witness } from './checks/witness.ts'
import { chance } from './chance.ts'
import type { Reused } from './databases.ts'
import { openMachineStore, type MachineStore } from './machine-store.ts'
import type { Carry, Traveler } from './network.ts'
import { user } from './service/render.ts'
import type { Vitals } from './vitals.ts'
import type { World } from './world.ts'

export interface Account {
  readonly id: number
  readonly traveler: Traveler
  readonly witness: Witness
  readonly database: Reused
  /** The gate of the last process that opened it. */
  store: MachineStore | null
  /** What the machine stores as its token. */
  token: string
  /** What the machine stores of the account beside its database. */
  record: AccountRecord
  /** Opens the database for the process that is about to begin. */
  open(): void
  /** @param watched whether an answer counts as evidence for the account; true unless given */
  send(process: number, request: HttpRequest, watched?: boolean): Promise<HttpOutcome>
}

/** What an account needs of its machine. */
export interface Place {
  letter: string
  database: Reused
  vitals: Vitals
  carry: Carry
  meddle: Traveler['meddle']
  die(): void
}

/** An account that was never opened on this machine before. @param id its organisation's */
export function makeAccount(world: World, id: number, place: Place): Account {
  const { capabilities } = world.scenario.profile
  const name = `${place.letter}${id}`
  const traveler: Traveler = {
    name,
    made: {},
    offlineUntil: 0,
    offlineReached: false,
    elsewhere: false,
    latest: 0,
    spell: null,
    makerOf: (request) => account.witness.asked(request),
    meddle: place.meddle,
    die: place.die,
    lied: (path) => void account.witness.lied.add(path.slice(1).split('?')[0]!),
    hidden: (held) => void account.witness.hidden.add(held.id),
  }
  const { letter, database, vitals, carry } = place
  const pace = makePaceChecks(
    () => world.timeline.now(),
    (invariant, what) => world.fail(invariant, `${name}: ${what}`),
  )
  const account: Account = {
    id,
    database,
    store: null,
    traveler,
    witness: makeWitness(world, name, world.model.organisations[id - 1]!, database),
    token: `token-${id}`,
    record: {
      account: name,
      kind: 'connected',
      name: 'Fernwood Studio',
      url: 'https://time.test',
      header: 'Authorization',
      scheme: 'Bearer',
      zone: 'UTC',
      user: capabilities.includes('reference') ? user.name : null,
    },
    open() {
      const process = vitals.next()
      const pauses = chance(world.scenario.seed, 'pause', letter, process)
      account.store = openMachineStore(database, {
        enter: () => vitals.enters(process),
        beforeTransaction() {
          if (!pauses.percent(1.5)) return null
          return new Promise((resolve) => {
            const milliseconds = pauses.between(0, 30)
            world.timeline.after(milliseconds, () => vitals.within(process, resolve))
          })
        },
        began: () => account.witness.began(),
        committed: () => account.witness.committed(),
      })
    },
    send: (process, request, watched = true) =>
      new Promise((resolve) => {
        if (!vitals.enters(process)) return
        const { witness } = account
        if (watched) pace.asked(process, request)
        if (watched && request.method !== 'POST') witness.asked(request)
        let forget = () => {}
        const stop = carry(world, traveler, request, (outcome) => {
          forget()
          vitals.within(process, () => {
            if (watched) {
              witness.answered(request, outcome)
              pace.answered(process, outcome)
            }
            resolve(outcome)
          })
        })
        if (request.signal) forget = world.signals.whenAborted(request.signal, stop)
      }),
  }
  return account
}
