/** Whether a machine's process lives and the machine is awake: every wait asks here. */

export interface Vitals {
  /** The number of the process that begins next. */
  next(): number
  /** A process begins. */
  begin(): number
  /** Ends the process: nothing that it waits for happens any more. */
  end(): void
  isAlive(process: number): boolean
  /** Runs a callback when the process is alive and the machine awake. */
  within(process: number, run: () => void): void
  /** Counts one more await; returns false when the process is dead, or dies at it. */
  enters(process: number): boolean
  /** The awaits of the process that lives. */
  awaits(): number
  /** Lets it die after this many further awaits; null: it does not die. */
  dieAfter(awaits: number | null): void
  sleep(): void
  wakeUp(): void
  isAsleep(): boolean
}

/** Awaits of one process: more than thirty times the number of the busiest one of 250 worlds. */
export const mostAwaits = 500_000

/** @param die ends the process @param endless is called when the process computes for ever */
export function makeVitals(die: () => void, endless: (what: string) => void): Vitals {
  let last = 0
  let alive = 0
  let awaits = 0
  let dieAt: number | null = null
  /** The callbacks that wait for the machine to wake up; null while it is awake. */
  let asleep: (() => void)[] | null = null

  const vitals: Vitals = {
    next: () => last + 1,
    begin() {
      alive = ++last
      awaits = 0
      return alive
    },
    end() {
      alive = 0
      dieAt = null
    },
    isAlive: (process) => process === alive,
    within(process, run) {
      if (process !== alive) return
      if (asleep) asleep.push(() => vitals.within(process, run))
      else if (vitals.enters(process)) run()
    },
    enters(process) {
      if (process !== alive) return false
      awaits++
      if (awaits > mostAwaits) {
        endless(`it computes for ever: more than ${mostAwaits} awaits`)
        return false
      }
      if (dieAt === null || awaits < dieAt) return true
      die()
      return false
    },
    awaits: () => awaits,
    dieAfter(further) {
      dieAt = further === null ? null : awaits + further
    },
    sleep: () => void (asleep ??= []),
    wakeUp() {
      const waiting = asleep ?? []
      asleep = null
      for (const run of waiting) run()
    },
    isAsleep: () => asleep !== null,
  }
  return vitals
}
