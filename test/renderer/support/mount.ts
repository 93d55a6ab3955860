/** Mounts a component, or the whole interface, over a fake core at a fixed time of day. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { onTestFinished, vi } from 'vitest'
import type { Component } from 'vue'
import type { TimerStatus } from '#shared/ipc/views.ts'
import { clientKey, createClient } from '../../../renderer/ipc/client.ts'
import App from '../../../renderer/app/App.vue'
// What the Day page loads when nothing else is to be done: there before the first key press.
import '../../../renderer/app/entries/EntryForm.vue'
import '../../../renderer/features/day/SelectionBar.vue'
import { createWords } from '../../../renderer/app/messages/index.ts'
import { createAppRouter } from '../../../renderer/app/router.ts'
import { useApp } from '../../../renderer/app/stores/app.ts'
import { tellingClient } from '../../../renderer/app/telling.ts'
import { createTip } from '../../../renderer/ui/tip.ts'
import { createFakeCore, type FakeCore } from './fake-core.ts'
import { entry, project, task } from './fake-records.ts'

// What a person in London has, whatever the machine that tests is set to.
Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true })

/** Thursday, in UTC, the zone of the fake core. */
export const now = Date.parse('2026-11-19T14:47:00Z')
const today = '2026-11-19'

/** Sets the clock, which goes on only when a test says so. */
export function setClock(): void {
  vi.useFakeTimers({
    now,
    toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
  })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Two projects, two tasks, and no entries. */
export function studio(): FakeCore {
  const core = createFakeCore(() => Date.now())
  core.projects = [project(1, 'WEB', 'Website relaunch'), project(2, 'APP', 'Booking app', 6)]
  core.tasks = [task(1, 'Design'), task(2, 'Design review'), task(3, 'Call')]
  return core
}

/** An entry of the studio, today unless said otherwise. */
export function worked(
  core: FakeCore,
  set: Partial<Parameters<typeof entry>[0]> & { local: number },
) {
  const made = entry({
    date: today,
    project: core.projects[0],
    task: core.tasks[0],
    ...set,
  })
  core.entries = [...core.entries, made]
  return made
}

const pressOn = (target: EventTarget, key: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  )

/** The studio's timer, on its first project and task. */
export const running = (
  core: FakeCore,
  minutesAgo: number,
  set: Partial<Extract<TimerStatus, { running: true }>> = {},
): Extract<TimerStatus, { running: true }> => ({
  running: true,
  startedAt: now - minutesAgo * 60_000,
  zone: 'UTC',
  project: core.projects[0] as never,
  task: core.tasks[0] as never,
  notes: 'hero',
  increment: 15,
  breaks: [],
  question: null,
  ...set,
})

export interface Screen {
  core: FakeCore
  wrapper: VueWrapper
  /** Presses a key where the focus is, and lets everything settle. */
  press(key: string, more?: KeyboardEventInit): Promise<void>
  /** Lets what is under way come to its end; `milliseconds` lets time go by. */
  settle(milliseconds?: number): Promise<void>
}

/**
 * @param component the whole interface unless given
 * @param path the page that the window was opened at
 */
export async function show(
  core: FakeCore,
  component: Component = App,
  props: Record<string, unknown> = {},
  path = '',
): Promise<Screen> {
  location.hash = path
  const words = createWords()
  await words.pages()
  const router = createAppRouter(words.pages)
  const pinia = createPinia()
  const wrapper = mount(component, {
    props,
    attachTo: document.body,
    global: {
      plugins: [pinia, words, router],
      directives: { tip: createTip() },
      provide: { [clientKey as symbol]: tellingClient(createClient(core), words.tell) },
      stubs: { transition: true, 'transition-group': false },
    },
  })
  onTestFinished(() => wrapper.unmount())
  await wrapper.vm.$.appContext.app.runWithContext(() => useApp(pinia).refresh())
  const settle = async (milliseconds = 0) => {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(milliseconds)
    await flushPromises()
    await flushPromises()
  }
  await settle()
  return {
    core,
    wrapper,
    settle,
    async press(key, more) {
      // Vue drops events that are as old as their listener: let the clock tick once.
      await settle(1)
      pressOn(document.activeElement ?? document.body, key, more)
      await settle()
    },
  }
}
