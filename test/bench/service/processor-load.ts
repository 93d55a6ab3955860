/**
 * The service and callers on one thread, measured by its processor time: a figure that hardly
 * depends on what else runs on the machine. What callers cost is in it, what the disk takes is not.
 */
import { createSystemClock } from '#core/node/clock.ts'
import { startService, usualRateLimit } from '#service/index.ts'
import { capabilities } from '#shared/resources/service-info.ts'
import { unwrap } from '#shared/errors.ts'
import { latencyOf, open, type Caller, type Latency, type Load } from './load.ts'

/** The service as shipped, in this process. */
export async function startHere(
  database: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  const running = unwrap(
    await startService({
      ...{ database, port: 0, capabilities, rateLimit: usualRateLimit, allowPrivateWebhooks: true },
      clock: unwrap(createSystemClock()),
      log: { info() {}, warn: (message, facts) => console.error(message, facts) },
    }),
  )
  return { port: Number(new URL(running.url).port), stop: () => running.close() }
}

/** Milliseconds of processor time that this thread has taken. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const round = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Requests at an even pace, whether or not earlier ones are answered: one is due after each fixed
 * amount of this thread's work. While there is nothing to do it checks what is due, which is work.
 */
export async function atPaceOfProcessor(
  load: Load & { counts(turn: number): boolean; due?(turn: number, at: number): void },
  perSecond: number,
): Promise<Latency> {
  const all = await open(load)
  const idle = [...all]
  const waiting: ((caller: Caller) => void)[] = []
  const latencies: number[] = []
  const asked: Promise<void>[] = []
  const ask = async (turn: number, due: number) => {
    load.due?.(turn, due)
    const caller = idle.shift() ?? (await new Promise<Caller>((give) => waiting.push(give)))
    await caller.ask(load.make(turn))
    if (load.counts(turn)) latencies.push(processorTime() - due)
    const next = waiting.shift()
    if (next) next(caller)
    else idle.push(caller)
  }
  const from = processorTime()
  for (let turn = 0; turn < load.requests; turn++) {
    const due = from + (turn * 1_000) / perSecond
    while (processorTime() < due) await round()
    asked.push(ask(turn, due))
  }
  await Promise.all(asked)
  for (const caller of all) caller.close()
  return latencyOf(latencies)
}
