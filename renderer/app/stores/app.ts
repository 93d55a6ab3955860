/** The core's own state: account, settings, version; and whether the core can be reached. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { FailureError } from '#shared/errors.ts'
import type { Settings } from '#shared/ipc/settings.ts'
import type { AppState } from '#shared/ipc/call-results.ts'
import { wasOf } from '#shared/rules/concurrent-edits.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import type { ConnectionState } from '../../ipc/transport.ts'

export const useAppStore = defineStore('app', () => {
  const client = useIpcClient()
  /** Undefined until the first reply. */
  const state = shallowRef<AppState>()
  const connection = ref<ConnectionState>('open')
  /** Increases whenever all live queries have to read again. */
  const readings = ref(0)

  /** Settings whose calls have no reply yet: an older reply must not revert them on screen. */
  const unanswered = new Set<Partial<Settings>>()
  function show(known: AppState) {
    const settings = Object.assign({}, known.settings, ...unanswered) as Settings
    state.value = { ...known, settings }
  }

  async function read() {
    const known = await client.call('app.state')
    show(known)
    if (known.account && !known.trouble) readings.value++
  }
  /**
   * Reads the state. While the core is unreachable, the last state stays and the window says so.
   */
  async function refresh() {
    try {
      await read()
    } catch (thrown) {
      if (!(thrown instanceof FailureError)) throw thrown
    }
  }

  /** Time of the last complete sync, which may have detected other capabilities of the service. */
  let checked: number | null = null
  async function follow() {
    const known = state.value
    try {
      const now = await client.call('app.state')
      const names = now.namesUsers !== known?.namesUsers
      if (names || now.capabilities.join() !== known?.capabilities.join()) await read()
    } catch (thrown) {
      if (!(thrown instanceof FailureError)) throw thrown
    }
  }

  /**
   * Optimistic: the settings apply at once, so that the next change is based on what the person
   * sees.
   */
  async function set(settings: Partial<Settings>) {
    const seen = state.value
    const was = seen && wasOf(settings, seen.settings)
    const mine = { ...settings }
    unanswered.add(mine)
    if (seen) show(seen)
    try {
      const known = await client.call('settings.set', { ...settings, was })
      unanswered.delete(mine)
      show(known)
    } catch (thrown) {
      unanswered.delete(mine)
      await refresh()
      throw thrown
    }
  }

  /** Replaces the token of the same account. */
  async function renewToken(token: string) {
    await client.call('account.renewToken', { token })
    await read()
  }

  /** Gives the account its service's new address. */
  async function move(url: string) {
    await client.call('account.move', { url })
    await read()
  }

  /**
   * Removes the account, including unsent changes: ask the person first. The core reports the new
   * state with an `app-state-changed` event.
   */
  async function disconnect() {
    const account = state.value?.account
    if (account) await client.call('account.remove', { account: account.account, unsent: true })
    await read()
  }

  client.onConnection((now) => (connection.value = now))
  client.on((event) => {
    if (event.event === 'app-state-changed') void refresh()
    if (event.event === 'sync' && event.status.lastSync !== checked) {
      checked = event.status.lastSync
      void follow()
    }
  })

  return {
    state,
    connection,
    readings,
    account: computed(() => state.value?.account ?? null),
    zone: computed(() => state.value?.zone ?? 'UTC'),
    theme: computed(() => state.value?.settings.theme ?? 'system'),
    rounding: computed(() => state.value?.settings.rounding ?? 'up'),
    read,
    refresh,
    set,
    renewToken,
    move,
    disconnect,
  }
})
