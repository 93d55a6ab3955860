/**
 * The invariants under random edits: two machines and a colleague on the service work at once while
 * the network fails in every way; then the faults end, and both sides have to agree.
 */
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { openDesk, type Desk, type DeskEntry } from '../support/sync/desk.ts'
import { testService, type Fault, type TestService } from '../support/sync/service.ts'
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts'

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant<Fault>({ is: 'unreached' }),
  fc.constant<Fault>({ is: 'drop-request' }),
  fc.constant<Fault>({ is: 'drop-response' }),
  fc.record({ is: fc.constant('late' as const), milliseconds: fc.nat(55_000) }),
  fc.record({ is: fc.constant('truncate' as const), at: fc.nat(400) }),
  fc.record({
    is: fc.constant('status' as const),
    status: fc.constantFrom(401, 408, 412, 429, 500, 502, 503),
  }),
  fc.constant<Fault>({ is: 'html' }),
  fc.constant<Fault>({ is: 'redirect', to: 'https://elsewhere.test/' }),
)

const word = fc.constantFrom('A', 'B', 'C')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), who: fc.nat(1), word }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      who: fc.nat(1),
      which: fc.nat(9),
      set: fc.oneof(
        fc.record({ notes: word }),
        fc.record({ quantity: fc.integer({ min: 1, max: 9 }) }),
        fc.record({ start: fc.integer({ min: 0, max: 5 }) }),
        fc.record({ date: fc.constantFrom('2026-11-18', '2026-11-19') }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove' as const), who: fc.nat(1), which: fc.nat(9) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), who: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('there' as const),
      which: fc.nat(9),
      set: fc.oneof(
        fc.record({ notes: word }),
        fc.record({ quantity: fc.integer({ min: 1, max: 9 }) }),
        fc.constant('remove' as const),
      ),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('cycle' as const), who: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fits: fc.constantFrom('POST', 'PUT', 'DELETE', 'GET'),
      fault,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), who: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('meanwhile' as const),
      who: fc.nat(1),
      fits: fc.constantFrom('POST', 'PUT', 'DELETE', 'GET'),
      which: fc.nat(9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.nat(90) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface World {
  clock: VirtualClock
  service: TestService
  desks: Desk[]
  /** Notes that a person replaced by newer ones: they may never come back. */
  replaced: Map<Desk, Map<number, string[]>>
  written: number
}

/** Writes unique notes. */
async function rewrite(world: World, desk: Desk, entry: DeskEntry): Promise<void> {
  const word = `Word ${++world.written}`
  const replaced = world.replaced.get(desk)!
  const first = entry.remote === null && entry.notes !== null ? [entry.notes] : []
  const words = [...(replaced.get(entry.local) ?? first), word]
  replaced.set(entry.local, words)
  await desk.edit(entry.local, { notes: word })
}

const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items.length === 0 ? undefined : items[which % items.length]

async function play(world: World, one: Step): Promise<void> {
  const { clock, service, desks } = world
  const desk = 'who' in one ? desks[one.who]! : desks[0]!
  switch (one.do) {
    case 'add':
      await desk.add({ notes: one.word, start: 0 })
      return
    case 'edit': {
      const entry = pick(await desk.entries(), one.which)
      if (!entry) return
      if ('notes' in one.set) await rewrite(world, desk, entry)
      else await desk.edit(entry.local, one.set)
      return
    }
    case 'remove': {
      const entry = pick(await desk.entries(), one.which)
      if (entry) await desk.remove(entry.local)
      return
    }
    case 'undo':
      // Restores former values, as the person wants.
      world.replaced.get(desk)!.clear()
      await desk.undo().catch(() => {})
      return
    case 'there': {
      const id = pick([...service.times.keys()], one.which)
      if (id === undefined) return
      if (one.set === 'remove') service.remove(id)
      else service.change(id, 'notes' in one.set ? { notes: `There ${++world.written}` } : one.set)
      return
    }
    case 'cycle':
      await desk.cycle()
      return
    case 'fault':
      service.failNext(one.fits, one.fault)
      return
    case 'crash': {
      const cycle = desk.sync.syncOnce({ wait: false })
      await clock.advance(one.who)
      await desk.restart()
      await cycle
      return
    }
    case 'meanwhile':
      service.beforeNext(one.fits, async () => {
        const entry = pick(await desk.entries(), one.which)
        if (entry) await rewrite(world, desk, entry)
      })
      return
    case 'pass':
      await clock.advance(one.seconds * 1000)
      return
  }
}

/** Ends the faults, and syncs all machines until nothing changes any more. */
async function calm({ clock, service, desks }: World): Promise<void> {
  service.calm()
  for (let round = 0; round < 4; round++) {
    await clock.advance(120_000)
    for (const desk of desks) {
      const done = await desk.cycle({ wait: true })
      expect(done).toMatchObject({ ok: true })
    }
  }
}

const shape = ({
  date,
  start,
  quantity,
  notes,
}: DeskEntry | { [Key in keyof DeskEntry]?: never }) =>
  JSON.stringify([date, start, quantity, notes])

/**
 * The current text is the person's last, or one by a colleague; never one that the person replaced.
 */
async function checkLastWords({ desks, replaced }: World): Promise<void> {
  for (const desk of desks) {
    for (const [local, words] of replaced.get(desk)!) {
      const entry = await desk.entry(local)
      expect(words.slice(0, -1)).not.toContain(entry?.notes)
    }
  }
}

async function checkAgreement({ service, desks }: World): Promise<void> {
  for (const desk of desks) {
    const cards = await desk.inbox()
    const inCard = new Set(cards.map((card) => card.local))
    const entries = await desk.entries()
    const remotes = new Set<number>()
    for (const entry of entries) {
      if (entry.remote !== null) {
        expect(remotes.has(entry.remote)).toBe(false)
        remotes.add(entry.remote)
      }
      if (inCard.has(entry.local) && entry.state !== 'synced') continue
      expect(entry.state).toBe('synced')
      const there = service.times.get(entry.remote!)
      expect(there && shape(there as never)).toBe(shape(entry))
    }
    // Every record of the service is here, or a card reports it.
    for (const id of service.times.keys()) expect(remotes.has(id)).toBe(true)
  }
}

describe('two machines, one service and a bad network', () => {
  it('agree in the end, with every duplicate in an inbox', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const clock = virtualClock()
        const service = testService(clock)
        const desks = [await openDesk(service, clock), await openDesk(service, clock)]
        const replaced = new Map(desks.map((desk) => [desk, new Map<number, string[]>()]))
        const world = { clock, service, desks, replaced, written: 0 }
        try {
          for (const one of steps) {
            await play(world, one)
            await clock.advance(1_000)
          }
          await calm(world)
          await checkAgreement(world)
          await checkLastWords(world)
          const twins = (await Promise.all(desks.map((desk) => desk.inbox())))
            .flat()
            .filter((card) => card.kind === 'twin').length
          expect(service.doubled()).toBeLessThanOrEqual(twins)
          service.requests.length = 0
          for (const desk of desks) await desk.cycle()
          expect(service.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
        } finally {
          for (const desk of desks) await desk.close()
        }
      }),
      { numRuns: 40 },
    )
  })
})
