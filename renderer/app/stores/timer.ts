/** A live query of the timer and its question. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import { toInstant } from '#shared/rules/calendar.ts'
import { elapsedMilliseconds } from '#shared/rules/elapsed.ts'
import { countIncrements } from '#shared/rules/increments.ts'
import { type TimerValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useAppStore } from './app.ts'
import { useClockStore } from './clock.ts'
import { useLiveQuery } from './live-query.ts'

export const useTimerStore = defineStore('timer', () => {
  const client = useIpcClient()
  const app = useAppStore()
  const clock = useClockStore()
  /** True while the details of the running timer are open. */
  const editing = ref(false)
  /** True when it was started without a description: the timer bar asks for one while it runs. */
  const describing = ref(false)
  const status = shallowRef<TimerStatus>({ running: false })

  const running = computed(() => (status.value.running ? status.value : undefined))
  const seconds = computed(() =>
    running.value ? Math.floor(elapsedMilliseconds(running.value, clock.now) / 1000) : 0,
  )
  const quantity = computed(() =>
    running.value ? countIncrements(seconds.value, running.value.increment, app.rounding) : 0,
  )

  /**
   * The minutes that the timer counts as, from the beginning of a civil day on. As stopping divides
   * them: what earlier days get of the rounded whole is left out.
   */
  function countedSince(date: string): number {
    if (!running.value) return 0
    const { startedAt, increment } = running.value
    const begin = Math.max(startedAt, toInstant(date, 0, app.zone))
    const before = elapsedMilliseconds(running.value, begin)
    const whole = elapsedMilliseconds(running.value, clock.now)
    const earlier = Math.round((quantity.value * before) / Math.max(1, whole))
    return (quantity.value - Math.min(earlier, quantity.value)) * increment
  }

  useLiveQuery(
    async () => {
      status.value = await client.call('timer.status')
    },
    () => false,
  )
  client.on((event) => {
    if (event.event === 'timer') status.value = event.status
  })

  async function start(work: CallInput<'timer.start'>) {
    status.value = await client.call('timer.start', work)
  }
  /** @param seen the running timer's values as the form had them */
  async function edit(set: CallInput<'timer.edit'>['set'], seen: TimerValues) {
    status.value = await client.call('timer.edit', { set, was: wasOf(set, seen) })
  }
  /**
   * Returns the entries, and the number of the change; undoing it lets the timer run on.
   * @param at epoch milliseconds; now unless given
   */
  async function stop(at?: number) {
    const { value: entries, change } = await client.write(
      'timer.stop',
      at === undefined ? {} : { at },
    )
    status.value = { running: false }
    return { entries, change }
  }
  /** Returns the number of the change, for undo. */
  async function discard() {
    const { value, change } = await client.write('timer.discard')
    status.value = value
    return change
  }
  /** Starts the timer with the work of an entry; of the newest one when none is given. */
  async function resume(local?: number) {
    status.value = await client.call('timer.continue', local === undefined ? {} : { local })
  }
  /** Answers the question about an absence. Returns the number of the change. */
  async function answer(answered: CallInput<'timer.answer'>) {
    const { value, change } = await client.write('timer.answer', answered)
    status.value = value
    return change
  }

  return {
    status,
    running,
    /** Whole minutes that count so far: from the start, without breaks. */
    minutes: computed(() => Math.floor(seconds.value / 60)),
    seconds,
    /** The increments that the minutes so far would be counted as. */
    quantity,
    countedSince,
    editing,
    describing,
    start,
    edit,
    stop,
    discard,
    resume,
    answer,
  }
})
