/** Mounts a component, or the whole interface, over the core of a test. */
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { onTestFinished, vi } from 'vitest'
import type { Component } from 'vue'
import { ipcClientKey, createIpcClient } from '../../../renderer/ipc/ipc-client.ts'
import App from '../../../renderer/app/boot/App.vue'
// Modules that the Day page loads when idle: loaded here before the first key press.
import '../../../renderer/app/entries/EntryForm.vue'
import '../../../renderer/app/pickers/AddProjectDialog.vue'
import '../../../renderer/app/pickers/AddTaskDialog.vue'
import '../../../renderer/features/day/SelectionBar.vue'
import { createMessages } from '../../../renderer/app/messages/index.ts'
import { followHost } from '../../../renderer/app/boot/create-app.ts'
import { createAppRouter } from '../../../renderer/app/boot/router.ts'
import { useAppStore } from '../../../renderer/app/stores/app.ts'
import { createTranslatedClient } from '../../../renderer/app/boot/translated-client.ts'
import { createTooltip } from '../../../renderer/ui/tooltip.ts'
import type { TestCore } from './core.ts'

// The languages of a person in London, on any test machine.
Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true })

export const pressOn = (target: EventTarget, key: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  )

export interface Screen {
  core: TestCore
  wrapper: VueWrapper
  /** Presses a key where the focus is, and lets everything settle. */
  press(key: string, more?: KeyboardEventInit): Promise<void>
  /** Lets everything under way finish; `milliseconds` lets time pass. */
  settle(milliseconds?: number): Promise<void>
}

/**
 * @param component the whole interface unless given
 * @param path the page that the window was opened at
 */
export async function show(
  core: TestCore,
  component: Component = App,
  props: Record<string, unknown> = {},
  path = '',
): Promise<Screen> {
  location.hash = path
  const words = createMessages()
  await words.loadPageMessages()
  const router = createAppRouter(words.loadPageMessages)
  const pinia = createPinia()
  const client = createIpcClient(core)
  const wrapper = mount(component, {
    props,
    attachTo: document.body,
    global: {
      plugins: [pinia, words, router],
      directives: { tip: createTooltip() },
      provide: { [ipcClientKey as symbol]: createTranslatedClient(client, words.translateCore) },
      stubs: { transition: true, 'transition-group': false },
    },
  })
  onTestFinished(() => wrapper.unmount())
  const state = wrapper.vm.$.appContext.app.runWithContext(() => useAppStore(pinia))
  followHost(client, router)
  await state.refresh()
  const settle = async (milliseconds = 0) => {
    await core.settled()
    await vi.advanceTimersByTimeAsync(milliseconds)
    await core.settled()
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

/** The whole interface at a page, which is loaded when it is opened. */
export async function showPage(core: TestCore, path: string): Promise<Screen> {
  const screen = await show(core, App, {}, path)
  await vi.dynamicImportSettled()
  await screen.settle(100)
  return screen
}
