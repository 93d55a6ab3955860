/**
 * The home folders that rounds begin with, created once by the program itself: one whose work stays
 * on this machine, and one that is connected to the demo of `stint serve`.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { addDays, weekdayNumber } from '#shared/rules/calendar.ts'
import { chance } from '../simulation/chance.ts'
import { launch, type Running } from '../support/program.ts'
import { makeDoor, type Door } from './door.ts'
import { openCoreWire, type CoreWire } from './wire.ts'

export type HomeKind = 'local' | 'connected'

export interface Prepared {
  zone: string
  today: string
  /** Epoch milliseconds of the clock that every program and window has; it runs on. */
  now(): number
  /** The service's address, which leads through it. */
  door: Door
  /** A token that may write on the service. */
  token: string
  /** A fresh copy; of a connected home with the service's database beside it. */
  copy(kind: HomeKind): string
  close(): Promise<void>
}

/** Processes that were started and have not ended. */
const running = new Set<Running['end']>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/** Starts `stint app` or `stint serve` on a home folder, with this clock. */
export async function start(
  command: 'app' | 'serve',
  home: string,
  { zone, now }: Pick<Prepared, 'zone' | 'now'>,
): Promise<Running> {
  const env = { TZ: zone, STINT_NOW: new Date(now()).toISOString() }
  const words =
    command === 'app'
      ? ['app', '--no-open', '--port', '0']
      : ['serve', '--demo', '--port', '0', '--db', join(home, 'service.db')]
  return launch(words, { home, env }, (end) => running.add(end))
}

/** Ends every program that still runs. */
async function endAll(): Promise<void> {
  await Promise.all([...running].map((end) => end('SIGKILL')))
  running.clear()
}

/** @param moment at which the run begins, such as `2026-11-19T15:20[Europe/Berlin]` */
export async function prepare(moment: string): Promise<Prepared> {
  const begin = Temporal.ZonedDateTime.from(moment)
  const [zone, today] = [begin.timeZoneId, begin.toPlainDate().toString()]
  const uptime = process.uptime()
  const now = () => Math.floor(begin.epochMilliseconds + (process.uptime() - uptime) * 1_000)
  const clock = { zone, now }
  const folder = mkdtempSync(join(tmpdir(), 'stint-hands-'))
  // Also where the run is interrupted.
  process.once('exit', () => {
    running.forEach((end) => void end('SIGKILL'))
    rmSync(folder, { recursive: true, force: true })
  })
  const door = await makeDoor()
  const homeOf = (kind: string) => {
    const home = join(folder, kind)
    mkdirSync(home)
    return home
  }

  async function inApp(home: string, work: (core: CoreWire) => Promise<unknown>) {
    const app = await start('app', home, clock)
    const core = await openCoreWire(app.ready['url']!)
    await work(core)
    core.close()
    await app.end()
  }

  await inApp(homeOf('local'), (core) => fillLocal(core, today))

  const connected = homeOf('connected')
  const service = await start('serve', connected, clock)
  door.leadTo(Number(new URL(service.ready['url']!).port))
  const token = service.ready['token']!
  await inApp(connected, async (core) => {
    await core.call('account.connect', { url: `http://127.0.0.1:${door.port}`, token })
    await core.call('sync.now', { wait: true })
  })
  await service.end()

  let copies = 0
  return {
    ...clock,
    today,
    door,
    token,
    copy(kind) {
      const home = join(folder, `round-${++copies}`)
      cpSync(join(folder, kind), home, { recursive: true })
      return home
    },
    async close() {
      await endAll()
      await door.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

const said = [
  'Wireframes',
  'Weekly call',
  'Colour study',
  'Checkout flow, second round',
  'Icons for the booking form',
  'Proofs to the printer',
  'Feedback from Tūī Street',
  null,
]

/** Four weeks of a person who works on four projects, with drafts, overlaps and expenses. */
async function fillLocal(core: CoreWire, today: string): Promise<void> {
  const random = chance('hands')
  await core.call('account.createLocal')
  const projects = [
    await core.call('projects.add', {
      ...{ name: 'Website', code: 'WEB', increment: 15, currency: 'EUR' },
    }),
    await core.call('projects.add', {
      ...{ name: 'Booking app', code: 'APP', increment: 6, currency: 'EUR' },
    }),
    await core.call('projects.add', {
      ...{ name: 'Annual report', code: 'REP', increment: 15, currency: 'NZD' },
    }),
    await core.call('projects.add', {
      ...{ name: 'Studio', code: 'STU', increment: 30, currency: 'EUR' },
    }),
  ]
  const tasks: { local: number }[] = []
  for (const name of ['Design', 'Call', 'Proofreading', 'Bookkeeping']) {
    tasks.push(await core.call('tasks.add', { name }))
  }
  const charges: { local: number }[] = []
  for (const [name, charge, unit] of [
    ['Train', 2450, 'trip'],
    ['Print', 1200, 'sheet'],
  ] as const) {
    charges.push(await core.call('charges.add', { name, charge, unit, currency: 'EUR' }))
  }
  for (const [name, of] of [
    ['Research', [0, 2]],
    ['Production', [0, 1]],
  ] as const) {
    await core.call('categories.create', { name, tasks: of.map((nth) => tasks[nth]!.local) })
  }

  for (let ago = 27; ago >= 0; ago--) {
    const date = addDays(today, -ago)
    if (weekdayNumber(date) > 5 && ago !== 0) continue
    let start = 8 * 60 + random.pick([0, 15, 30])
    const last = ago === 0 ? 13 * 60 : 17 * 60
    while (start < last) {
      const project = random.pick(projects)
      const quantity = random.between(1, Math.ceil(150 / project.increment))
      await core.call('times.create', {
        project: random.percent(95) ? project.local : null,
        task: random.percent(92) ? random.pick(tasks).local : null,
        date,
        start,
        quantity,
        notes: random.pick(said),
      })
      start += quantity * project.increment + random.pick([0, 0, 0, 15, 45, -15])
    }
    if (random.percent(50)) {
      const isListed = random.percent(60)
      await core.call('expenses.create', {
        project: random.pick(projects).local,
        date,
        chargeable: random.percent(80),
        quantity: random.between(1, 4),
        ...(isListed
          ? { charge: random.pick(charges).local }
          : { charge: null, name: 'Paper', unit_charge: random.between(200, 9000), unit: null }),
        notes: random.pick(said),
      })
    }
  }
}
