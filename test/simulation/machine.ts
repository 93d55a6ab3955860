/** One simulated machine: the real store, the real actions, the real engine, and a person. */
import { sql } from 'kysely'
import type { ActionContext } from '#core/actions/change.ts'
import { markingCopied } from '#core/backup/mark-copied.ts'
import type { Clock, HttpRequest } from '#core/ports.ts'
import { askWhetherMoved } from '#core/store/inbox/moved-folder.ts'
import { takeCreatesForSent } from '#core/sync/push/copied-creates.ts'
import type { SyncEngine } from '#core/sync/engine/engine.ts'
import type { Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/call-results.ts'
import { organisation } from '../support/store.ts'
import { makeAccount, type Account } from './account.ts'
import { addElsewhere } from './browser.ts'
import { chance } from './chance.ts'
import { looking } from './checks/looking.ts'
import type { Witness } from './checks/witness.ts'
import { lookingStore } from './machine-store.ts'
import { clockIn, makeEngine } from './engine.ts'
import { makePerson, type HowToAnswer, type Seat } from './person.ts'
import type { Doing } from './doings.ts'
import { doneElsewhere, knownElsewhere } from './elsewhere-doings.ts'
import type { Step } from './scenario.ts'
import { carry as carryByChance, type Carry } from './network.ts'
import { listen } from './stream.ts'
import { takeFor, type Templates } from './template.ts'
import { fitsEveryone, renew } from './token.ts'
import { makeVitals } from './vitals.ts'
import type { World } from './world.ts'

export interface Machine {
  readonly name: string
  /** One for each account that was opened here. */
  witnesses(): readonly Witness[]
  act(step: Step): void
  /** The process dies at once, and another begins a second later. */
  kill(): void
  /** Makes it run, awake and connected, from any state. */
  settle(): Promise<void>
  /** One cycle of the account that is open; undefined when it did not end in time. */
  cycle(wait: boolean): Promise<Result<SyncReport> | undefined>
  /** Switches to the other account, once the engine has ended. */
  switchTo(account: number): Promise<void>
  accounts(): readonly number[]
  /** The open account's witness, when its engine reports no failure. */
  atRest(): Promise<Witness | null>
  /** True while the service notifies this machine of changes. */
  isListening(): boolean
  /** The person answers every card of the open account; returns how many there were. */
  answerAll(how: HowToAnswer): Promise<number>
  /** The person undoes what they did last. */
  takeBack(): void
  /** When the last of its late requests is carried out, on the world's time. */
  latest(): number
  close(): void
}

/** A process: everything it waits for is forgotten when it dies. */
interface Life {
  number: number
  account: Account
  clock: Clock
  sync: SyncEngine
  context: ActionContext
}

const longestCycle = 400_000
/** Longer than any request is late. */
const longestLate = 400_000
/** The maximum duration of a request. */
const longestRequest = 40_000

/** @param carry its network; one on which chance decides what goes wrong unless given */
export function makeMachine(
  world: World,
  place: number,
  templates: Templates,
  carry: Carry = carryByChance,
): Machine {
  const { scenario, timeline, trace } = world
  const letter = 'abc'[place]!
  const zone = scenario.zones[place]!
  const accounts = new Map<number, Account>()
  const vitals = makeVitals(
    () => die(),
    (what) => world.fail(0, what),
  )
  let life: Life | null = null
  let current = 1
  let jumped = 0
  /** The account whose folder was copied. */
  let copied: Account | null = null
  let opening: Promise<void> = Promise.resolve()
  let goesOn: 'not yet' | 'soon' | 'done' = 'not yet'
  let listeners = 0
  let starting: (() => void) | null = null
  /** A restart under way that the person began: others may wait for it. */
  let leaving: Promise<void> = Promise.resolve()

  const person = makePerson(world, seat, (what) => say(what))
  const say = (what: string) => trace.add(timeline.now(), letter, what)

  function seat(): Seat {
    const { number, account, context } = life!
    return {
      context,
      witness: account.witness,
      sqlite: account.database.sqlite,
      account: account.id,
      made: (method) => account.traveler.made[method] ?? 0,
      isAlive: () => vitals.isAlive(number),
    }
  }

  function die(pause = 1_000): void {
    if (!life) return
    say(`dies after ${vitals.awaits()} awaits`)
    world.tally.crashes++
    const { account } = life
    life = null
    vitals.end()
    account.witness.died()
    account.store?.end()
    starting = timeline.after(pause, start)
  }

  /** Copies the folder while the program does not run. */
  async function copy(): Promise<void> {
    const { account } = life!
    await restart(account.id, () => {
      say('has its folder copied')
      copied = account
      account.database.sqlite.exec('savepoint copy')
      account.witness.copied()
    })
  }

  /** Loses the machine; once all of its requests have ended, another one has the copy. */
  function goOnWithCopy(): void {
    if (!copied || goesOn !== 'not yet') return
    goesOn = 'soon'
    die(longestLate)
    current = copied.id
  }

  /** Opens the copy as another machine would. */
  async function openCopy({ database, witness }: Account): Promise<void> {
    say('is another, and goes on with the copy')
    database.sqlite.exec('rollback to copy')
    database.sqlite.exec('release copy')
    const db = lookingStore(database)
    const now = world.now() + jumped
    witness.goesOn()
    await db.transaction().execute(async (trx) => {
      await sql.raw(markingCopied).execute(trx)
      await askWhetherMoved(trx, now)
    })
    await takeCreatesForSent(db, now)
  }

  function openAccount(id: number): Account {
    let account = accounts.get(id)
    if (account) return account
    account = makeAccount(world, id, {
      letter,
      database: takeFor(templates, world.model.organisations[id - 1]!),
      vitals,
      carry,
      meddle(what, request) {
        if (!life || vitals.isAsleep()) return
        // Whether everything was deleted, only a person knows who can tell the two apart.
        if (what !== 'changed-here' && life.account.traveler.elsewhere) return
        person.meddle(what, request)
      },
      die: () => die(),
    })
    accounts.set(id, account)
    return account
  }

  function start(): void {
    starting = null
    if (goesOn !== 'soon') return begin()
    goesOn = 'done'
    opening = openCopy(copied!).then(begin)
  }

  function begin(): void {
    const account = openAccount(current)
    account.open()
    const number = vitals.begin()
    const { db } = account.store!
    const within = (run: () => void) => vitals.within(number, run)
    const clock = clockIn(world, zone, () => jumped, within)
    const sync = makeEngine({
      name: `${letter}-${number}`,
      db,
      clock,
      random: chance(scenario.seed, 'engine', letter, number),
      token: () => account.token,
      http: (request) => account.send(number, request),
      openStream: (request) =>
        listen(world, account.traveler, request, {
          within,
          isAlive: () => vitals.isAlive(number),
          heard: (by) => (listeners += by),
        }),
      warned(text, threw) {
        say(`warns: ${text}`)
        if (threw) world.fail(0, `${account.witness.name}: the engine threw ${text}`)
      },
    })
    const context: ActionContext = { db, clock, organisation, changed: () => sync.wake() }
    life = { number, account, clock, sync, context }
    listeners = 0
    say(`starts with account ${account.id}`)
    if (scenario.background) sync.start()
  }

  function act(step: Step): void {
    // The person cannot type on a machine that is off or asleep.
    if (!life || vitals.isAsleep()) return
    if (life.account.traveler.elsewhere && !doneElsewhere.includes(step.do)) return
    if (person.act(step)) return
    switch (step.do) {
      case 'cycle':
        return void life.sync.syncOnce({ wait: false })
      case 'watch':
        return life.sync.watch(step.on ? { from: '2026-11-16', to: '2026-11-22' } : null)
      case 'restart':
        return void (leaving = restart())
      case 'die':
        return vitals.dieAfter(step.awaits)
      case 'copy':
        return void (leaving = copy())
      case 'go-on-with-copy':
        return goOnWithCopy()
      case 'sleep':
        vitals.sleep()
        timeline.after(step.milliseconds, vitals.wakeUp)
        return say(`sleeps for ${step.milliseconds} ms`)
      case 'jump':
        jumped += step.milliseconds
        return say(`has its clock put by ${step.milliseconds} ms`)
      case 'switch':
        return void (leaving = restart(3 - current))
      case 'token':
        return void (leaving = enterToken(step.whose))
      case 'lead-elsewhere':
        return void (leaving = leadElsewhere(step))
      case 'lead-back':
        return void (leaving = leadBack())
      case 'offline':
        life.account.traveler.offlineUntil = timeline.now() + step.milliseconds
        life.account.traveler.offlineReached = step.reached
        return say(`is offline for ${step.milliseconds} ms`)
      default:
        return
    }
  }

  /**
   * The address leads to another organization from now on. A process believes for a while what it
   * has been shown, so a new one begins.
   */
  async function leadElsewhere({ ids, entries }: Doing & { do: 'lead-elsewhere' }): Promise<void> {
    const { account } = life!
    const known = expectedIds(account)
    if (known.length < knownElsewhere) return
    await restart(account.id, () => {
      addElsewhere(world, entries, ids === 'same' ? known : [])
      account.traveler.elsewhere = true
      say('is led elsewhere')
    })
  }

  async function leadBack(): Promise<void> {
    const { account } = life!
    if (!account.traveler.elsewhere) return
    await restart(account.id, () => {
      account.traveler.elsewhere = false
      say('is led back')
    })
  }

  /** The person enters a token, as they do when the service no longer accepts theirs. */
  async function enterToken(whose: 'own' | 'other'): Promise<void> {
    const { number, account, clock } = life!
    if (whose === 'other' && fitsEveryone(account)) return
    const id = whose === 'own' ? account.id : 3 - account.id
    const token = `token-${id}-again`
    say(`enters ${token}`)
    world.tally.operations++
    const http = (request: HttpRequest) => account.send(number, request, false)
    const taken = await renew(account, token, { http, clock })
    if (!vitals.isAlive(number)) return
    say(taken ? 'keeps it' : 'does not keep it')
    // As a host does: the account is opened again.
    if (taken) await restart()
  }

  /** Ends the engine properly and starts the process again, perhaps with another account. */
  async function restart(account = current, meanwhile = () => {}): Promise<void> {
    const { number, sync, account: old } = life!
    say('is stopped')
    await sync.stop()
    if (!vitals.isAlive(number)) return
    current = account
    life = null
    vitals.end()
    old.store?.end()
    meanwhile()
    start()
  }

  start()
  return {
    name: letter,
    witnesses: () => [...accounts.values()].map((account) => account.witness),
    act,
    kill: () => die(),
    async settle() {
      vitals.dieAfter(null)
      vitals.wakeUp()
      if (goesOn === 'soon') await timeline.pass(longestLate)
      if (starting) {
        starting()
        start()
      }
      await opening
      for (const { traveler } of accounts.values()) {
        traveler.offlineUntil = 0
      }
      // Checking a token ends the process once the service has answered or the request has failed.
      await timeline.until(leaving, longestRequest)
      await timeline.until(leadBack(), longestCycle)
      life!.sync.watch(null)
      await timeline.pass(0)
    },
    async cycle(wait) {
      const running = life!.sync.syncOnce({ wait })
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
      const asking = sync.status()
      // A transaction that the question waits for may itself wait for time to pass.
      if (!(await timeline.until(asking, longestCycle))) return null
      const { phase } = await asking
      return phase.is === 'idle' ? account.witness : null
    },
    isListening: () => listeners > 0,
    async answerAll(how) {
      const answering = person.answerAll(how)
      return (await timeline.until(answering, longestCycle)) ? answering : 0
    },
    takeBack: () => person.takeBack(),
    latest: () => Math.max(...[...accounts.values()].map(({ traveler }) => traveler.latest)),
    close() {
      life = null
      vitals.end()
      for (const { id, database } of accounts.values()) templates.get(id)!.giveBack(database)
    },
  }
}

/** The service's ids of the times that an account expects there. */
const expectedIds = ({ database }: Account): number[] =>
  looking(
    database.sqlite,
    `select remote_id from sync_record where resource = 'time' and base is not null
    and deleted = 0 and gone = 0 and parked is null order by remote_id`,
  )
    .pluck()
    .all() as number[]
