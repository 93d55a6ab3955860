/** One simulated machine: the real store, the real actions, the real engine, and a person. */
import type { ActionContext } from '#core/actions/change.ts'
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'
import type { Sync } from '#core/sync/engine.ts'
import type { Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/views.ts'
import { organisation } from '../support/store.ts'
import { chance } from './chance.ts'
import { makeWitness, type Witness } from './checks/witness.ts'
import { clockIn, makeEngine } from './engine.ts'
import { openMachineStore, type Gate, type MachineStore } from './machine-store.ts'
import { carry, type Traveller } from './network.ts'
import { makePerson, type Seat } from './person.ts'
import type { Step } from './scenario.ts'
import type { Templates } from './template.ts'
import type { World } from './world.ts'

export interface Machine {
  readonly name: string
  /** One for each account that was open here. */
  witnesses(): readonly Witness[]
  act(step: Step): void
  /** Brings it up, awake and connected, whatever it was doing. */
  settle(): Promise<void>
  /** One cycle of the account that is open; undefined when it did not end in time. */
  cycle(wait: boolean): Promise<Result<SyncReport> | undefined>
  /** To the other account, once the engine has ended. */
  switchTo(account: number): Promise<void>
  accounts(): readonly number[]
  /** The account that is open, when its engine says that nothing is the matter. */
  atRest(): Promise<Witness | null>
  /** When the last of its late requests is carried out, on the world's time. */
  latest(): number
  close(): void
}

/** One account on this machine: its file, and who watches it. */
interface Account {
  id: number
  store: MachineStore
  witness: Witness
  traveller: Traveller
}

/** A process: everything it waits for is forgotten when it dies. */
interface Life {
  number: number
  account: Account
  sync: Sync
  context: ActionContext
}

const longestCycle = 400_000

export function makeMachine(world: World, place: number, templates: Templates): Machine {
  const { scenario, timeline, trace } = world
  const letter = 'abc'[place]!
  const zone = scenario.zones[place]!
  const accounts = new Map<number, Account>()
  let lives = 0
  let life: Life | null = null
  let current = 1
  let jumped = 0
  /** What waits for the machine to wake up; null while it is awake. */
  let asleep: (() => void)[] | null = null
  let dieAt = 0
  let awaits = 0
  let starting: (() => void) | null = null

  const isAlive = (number: number) => life?.number === number
  const person = makePerson(world, seat, (what) => say(what))
  const say = (what: string) => trace.add(timeline.now(), letter, what)

  function seat(): Seat {
    const { number, account, context } = life!
    return {
      context,
      sqlite: account.store.sqlite,
      account: account.id,
      made: (method) => account.traveller.made[method] ?? 0,
      isAlive: () => isAlive(number),
    }
  }

  /** Runs when the process is alive and awake. */
  function within(number: number, run: () => void): void {
    if (!isAlive(number)) return
    if (asleep) asleep.push(() => within(number, run))
    else if (enters(number)) run()
  }

  function wakeUp(): void {
    const waiting = asleep ?? []
    asleep = null
    for (const run of waiting) run()
  }

  /** One more await; false when the process dies at it. */
  function enters(number: number): boolean {
    if (!isAlive(number)) return false
    awaits++
    if (dieAt > 0 && awaits >= dieAt) {
      die()
      return false
    }
    return true
  }

  function die(pause = 1_000): void {
    if (!life) return
    say(`dies after ${awaits} awaits`)
    world.tally.crashes++
    dieAt = 0
    const { account } = life
    life = null
    account.witness.died()
    account.store.end()
    starting = timeline.after(pause, start)
  }

  function openAccount(id: number): Account {
    const known = accounts.get(id)
    if (known) return known
    const name = `${letter}${id}`
    const traveller: Traveller = {
      name,
      made: {},
      offlineUntil: 0,
      offlineReached: false,
      latest: 0,
      spell: null,
      makerOf: (request) => account.witness.asked(request),
      meddle(what, request) {
        if (life && !asleep) person.meddle(what, request)
      },
      die: () => die(),
      lied: (path) => void account.witness.lied.add(path.slice(1)),
    }
    const store = open(templates.get(id)!, () => account)
    const on = world.model.organisations[id - 1]!
    const account: Account = {
      id,
      store,
      traveller,
      witness: makeWitness(world, name, on, `token-${id}`, store.sqlite),
    }
    accounts.set(id, account)
    return account
  }

  function open(bytes: Buffer, account: () => Account): MachineStore {
    const number = lives + 1
    const pauses = chance(scenario.seed, 'pause', letter, number)
    const gate: Gate = {
      enter: () => enters(number),
      beforeTransaction() {
        if (!pauses.percent(1.5)) return null
        return new Promise((resolve) => {
          timeline.after(pauses.between(0, 30), () => within(number, resolve))
        })
      },
      began: () => account().witness.began(),
      committed: () => account().witness.committed(),
    }
    return openMachineStore(bytes, gate)
  }

  function start(): void {
    starting = null
    const account = openAccount(current)
    const number = lives + 1
    if (account.store.hasEnded()) {
      const bytes = account.store.bytes()
      account.store.close()
      account.store = open(bytes, () => account)
      account.witness.attach(account.store.sqlite)
    }
    lives = number
    awaits = 0
    const { db } = account.store
    const clock = clockIn(
      world,
      zone,
      () => jumped,
      (run) => within(number, run),
    )
    const sync = makeEngine({
      name: `${letter}-${number}`,
      db,
      clock,
      random: chance(scenario.seed, 'engine', letter, number),
      token: `token-${account.id}`,
      http: (request) => send(number, account, request),
      warned(text, threw) {
        say(`warns: ${text}`)
        if (threw) world.fail(0, `${account.witness.name}: the engine threw ${text}`)
      },
    })
    const context: ActionContext = { db, clock, organisation, changed: () => sync.wake() }
    life = { number, account, sync, context }
    say(`starts with account ${account.id}`)
    if (scenario.background) sync.start()
  }

  function send(number: number, account: Account, request: HttpRequest) {
    return new Promise<HttpOutcome>((resolve) => {
      if (!enters(number)) return
      const { traveller, witness } = account
      if (request.method !== 'POST') witness.asked(request)
      const stop = carry(world, traveller, request, (outcome) => {
        within(number, () => {
          witness.answered(request, outcome)
          resolve(outcome)
        })
      })
      request.signal?.addEventListener('abort', stop, { once: true })
    })
  }

  function act(step: Step): void {
    // Nobody types on a machine that is off or asleep.
    if (!life || asleep) return
    if (person.act(step)) return
    switch (step.do) {
      case 'cycle':
        return void life.sync.cycle({ wait: false })
      case 'watch':
        return life.sync.watch(step.on ? { from: '2026-11-16', to: '2026-11-22' } : null)
      case 'restart':
        return void restart()
      case 'die':
        dieAt = awaits + step.awaits
        return
      case 'sleep':
        asleep ??= []
        timeline.after(step.milliseconds, wakeUp)
        return say(`sleeps for ${step.milliseconds} ms`)
      case 'jump':
        jumped += step.milliseconds
        return say(`has its clock put by ${step.milliseconds} ms`)
      case 'switch':
        return void restart(3 - current)
      case 'offline':
        life.account.traveller.offlineUntil = timeline.now() + step.milliseconds
        life.account.traveller.offlineReached = step.reached
        return say(`is offline for ${step.milliseconds} ms`)
      default:
        return
    }
  }

  /** Ends the engine properly and starts the process again, perhaps with another account. */
  async function restart(account = current): Promise<void> {
    const { number, sync, account: old } = life!
    say('is stopped')
    await sync.stop()
    if (!isAlive(number)) return
    current = account
    life = null
    old.store.end()
    start()
  }

  start()
  return {
    name: letter,
    witnesses: () => [...accounts.values()].map((account) => account.witness),
    act,
    async settle() {
      dieAt = 0
      wakeUp()
      if (starting) {
        starting()
        start()
      }
      for (const { traveller } of accounts.values()) traveller.offlineUntil = 0
      life!.sync.watch(null)
      await timeline.pass(0)
    },
    async cycle(wait) {
      const running = life!.sync.cycle({ wait })
      return (await timeline.until(running, longestCycle)) ? running : undefined
    },
    async switchTo(account) {
      if (account === current) return
      if (!(await timeline.until(restart(account), longestCycle))) {
        world.fail(7, `${letter}: the engine does not end`)
      }
    },
    accounts: () => [...accounts.keys()],
    async atRest() {
      const { sync, account } = life!
      const { phase } = await sync.status()
      return phase.is === 'idle' ? account.witness : null
    },
    latest: () => Math.max(...[...accounts.values()].map(({ traveller }) => traveller.latest)),
    close() {
      life = null
      for (const { store } of accounts.values()) store.close()
    },
  }
}
