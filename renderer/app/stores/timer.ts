/** Mirror of the timer, and of what it asks. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { TimerStatus } from '#shared/ipc/views.ts'
import { elapsed } from '#shared/rules/elapsed.ts'
import { countIncrements } from '#shared/rules/increments.ts'
import { type TimerValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { useClient } from '../../ipc/client.ts'
import { useApp } from './app.ts'
import { useClock } from './clock.ts'
import { useMirror } from './mirror.ts'

export const useTimer = defineStore('timer', () => {
  const client = useClient()
  const app = useApp()
  const clock = useClock()
  /** The running timer's details are open. */
  const editing = ref(false)
  /** It was started with nothing said: the line asks meanwhile what it is for. */
  const describing = ref(false)
  const status = shallowRef<TimerStatus>({ running: false })

  const running = computed(() => (status.value.running ? status.value : undefined))
  const seconds = computed(() =>
    running.value ? Math.floor(elapsed(running.value, clock.now) / 1000) : 0,
  )
  const quantity = computed(() =>
    running.value ? countIncrements(seconds.value, running.value.increment, app.rounding) : 0,
  )

  useMirror(
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
  /** @param seen what the form had of the running timer */
  async function edit(set: CallInput<'timer.edit'>['set'], seen: TimerValues) {
    status.value = await client.call('timer.edit', { set, was: wasOf(set, seen) })
  }
  /** Answers the entries, and the number of the change, by which the timer runs on. */
  async function stop() {
    const { value: entries, change } = await client.write('timer.stop', {})
    status.value = { running: false }
    return { entries, change }
  }
  /** Answers the number of the change, by which it is taken back. */
  async function discard() {
    const { value, change } = await client.write('timer.discard')
    status.value = value
    return change
  }
  /** Starts on the work of an entry; of the newest one when none is named. */
  async function resume(local?: number) {
    status.value = await client.call('timer.continue', local === undefined ? {} : { local })
  }
  /** Answers what the timer asks about time without anybody; and so the number of the change. */
  async function answer(answered: CallInput<'timer.answer'>) {
    const { value, change } = await client.write('timer.answer', answered)
    status.value = value
    return change
  }

  return {
    status,
    running,
    /** Whole minutes that count so far: from the start, without the breaks. */
    minutes: computed(() => Math.floor(seconds.value / 60)),
    seconds,
    /** Increments that the minutes so far would count as. */
    quantity,
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
