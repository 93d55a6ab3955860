/** One long answer by which the service notifies a machine of changes, and how it ends. */
import type { StreamRequest } from '#core/ports.ts'
import { drawStream } from './fault.ts'
import { ledFrom, type Traveler } from './network.ts'
import type { World } from './world.ts'

/** The process that listens. */
export interface Listener {
  /** Runs a callback when the process is alive and awake. */
  within(run: () => void): void
  isAlive(): boolean
  /** Counts one more stream that tells the truth, or one fewer. */
  heard(by: 1 | -1): void
}

/** An idle stream sends a sign of life this often. */
const heartbeatEvery = 15_000

/** Carries one stream: returns its status when it ends, null when it was cut. */
export function listen(
  world: World,
  traveler: Traveler,
  request: StreamRequest,
  { within, isAlive, heard }: Listener,
): Promise<number | null> {
  const { timeline, travel, trace, model, scenario, signals } = world
  const count = (traveler.made.stream = (traveler.made.stream ?? 0) + 1)
  const name = `${traveler.name}:stream:${count}`
  const way = travel.between(5, 90)
  const drawn = world.storm ? drawStream(scenario.seed, name, scenario.weather) : null
  const fault = drawn && (!scenario.keep || scenario.keep.has(name)) ? drawn : null
  if (fault) world.happened.push(name)
  trace.add(
    timeline.now(),
    traveler.name,
    `→ stream${fault ? `   [${name} ${JSON.stringify(fault)}]` : ''}`,
  )

  return new Promise((resolve) => {
    let open = true
    const calls: (() => void)[] = []
    const isCutOff = () => timeline.now() < traveler.offlineUntil
    const later = (milliseconds: number, run: () => void) =>
      void calls.push(timeline.after(milliseconds, () => open && isAlive() && run()))
    const deafen = signals.whenAborted(request.signal, () => end(200))

    /** @param status null: the connection was cut */
    function end(status: number | null): void {
      if (!open) return
      open = false
      deafen()
      for (const call of calls) call()
      leave()
      within(() => {
        if (begun && honest) heard(-1)
        trace.add(timeline.now(), traveler.name, `stream ends with ${status}`)
        resolve(status)
      })
    }

    let leave = () => {}
    let begun = false
    const honest = fault === null

    const say = (text: string) =>
      later(way, () => {
        if (isCutOff()) return
        // Chunks of any length, so that a line rarely arrives whole.
        const half = Math.floor(text.length / 2)
        within(() => {
          if (!open) return
          request.onText(text.slice(0, half))
          request.onText(text.slice(half))
        })
      })
    const data = () => say('event: change\ndata: {"resource":"times"}\n\n')

    function heartbeat(): void {
      if (fault?.is !== 'silent') say(': still here\n\n')
      if (fault?.is === 'wrong') data()
      later(heartbeatEvery, heartbeat)
    }

    later(way, () => {
      if (isCutOff() || fault?.is === 'lost') return end(null)
      const status =
        fault?.is === 'status' ? fault.status : model.streams.status(ledFrom(traveler, request))
      if (status !== 200) return end(status)
      begun = true
      if (honest) heard(1)
      const tell = () => {
        if (fault?.is !== 'silent' && fault?.is !== 'deaf') data()
      }
      leave = model.streams.follow(ledFrom(traveler, request), { tell, end: () => end(null) })
      if (fault?.is === 'cut') later(fault.milliseconds, () => end(null))
      heartbeat()
    })
  })
}
