/** Handlers of the calls on the network: the proxy, and whether the service can be reached. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { networkCalls } from '#shared/ipc/calls/network.ts'
import type { ProxyFailure } from '#shared/ipc/proxy.ts'
import type { MachineSettings } from '#shared/ipc/settings.ts'
import type { AppState } from '#shared/ipc/call-results.ts'
import { tokenOf } from '../accounts/account-token.ts'
import type { Home } from '../accounts/home.ts'
import type { AccountSessions } from '../accounts/account-sessions.ts'
import { storeProxyPassword, readProxyWithPassword } from '../accounts/proxy-password.ts'
import { parseProxyInput, type ProxyInput } from '../accounts/parse-proxy-input.ts'
import { createSerialQueue } from '#shared/serial-queue.ts'
import type { CorePorts } from '../ports.ts'
import { createOneOffClient, normalizeAddress } from '../sync/http/check-service.ts'
import type { ClientReply } from '../sync/http/service-client.ts'
import type { HandlersOf } from './dispatch.ts'

interface NetworkOptions {
  ports: CorePorts
  home: Home
  accounts: AccountSessions
  /** Applies the settings to the proxy, the desktop, the updates and the local API. */
  apply(settings: MachineSettings): Promise<void>
  /** Notifies every window. */
  changed(): void
  state(): Promise<Result<AppState>>
}

/** Used where there is no service: the system's proxy is mostly the same for every address. */
const anyService = 'https://example.com'

export function networkHandlers({
  ports,
  home,
  accounts,
  apply,
  changed,
  state,
}: NetworkOptions): HandlersOf<typeof networkCalls> {
  /**
   * Serializes changes: a password changes together with its proxy, and a test uses the setting
   * that was saved before it.
   */
  const inTurn = createSerialQueue()

  async function setProxy(typed: ProxyInput): Promise<Result<AppState>> {
    const before = home.read().settings.proxy
    const read = parseProxyInput(typed, before)
    if (!read.ok) return read
    const { proxy, password } = read.value
    await storeProxyPassword(ports.secrets, proxy, before, password)
    const now = home.read()
    const settings = { ...now.settings, proxy }
    home.write({ ...now, settings })
    await apply(settings)
    changed()
    return state()
  }

  return {
    'network.state': async ({ url: typed }) => {
      const meant = typed ? normalizeAddress(typed) : null
      const url = meant?.ok ? meant.value : (accounts.session()?.record.url ?? anyService)
      const { password } = await readProxyWithPassword(ports.secrets, home.read().settings.proxy)
      return ok({
        system: (await ports.network?.resolveSystemProxy(url)) ?? null,
        password: password !== null,
      })
    },
    'network.setProxy': (typed) => inTurn(() => setProxy(typed)),
    'network.testConnection': () =>
      accounts.withOpenAccount(async ({ record: { account, url, header, scheme }, sync }) => {
        if (url === null) {
          return fail(
            'conflict',
            'This account is on this computer only, so there’s no service to reach',
          )
        }
        await inTurn.settled()
        const token = (await tokenOf(ports.secrets, { account, url })) ?? ''
        const through = (await ports.network?.resolveProxy(url)) ?? null
        const client = createOneOffClient(ports.http, ports.clock, { url, header, scheme }, token)
        const failure = standingOf(await client.get('/times', { limit: 1 }))
        if (failure === null) sync?.wake()
        return ok({
          reached: failure === null,
          through,
          problem: failure?.problem ?? null,
          proxy: failure?.proxy ?? null,
        })
      }),
  }
}

/** Returns what prevents reaching the service; null where it replied, no matter what. */
function standingOf(answer: ClientReply): { problem: string; proxy?: ProxyFailure } | null {
  switch (answer.is) {
    case 'unreached':
      return { problem: answer.why, ...(answer.proxy ? { proxy: answer.proxy } : {}) }
    case 'unknown':
      if (answer.lost) return { problem: answer.why }
      if (answer.cause === 'portal') return { problem: portal }
      return {
        problem:
          answer.cause === 'service'
            ? 'The service is having problems'
            : 'This address works, but it isn’t a time-tracking service',
      }
    case 'retry':
      return answer.cause === 'portal' ? { problem: portal } : null
    case 'applied':
    case 'gone':
    case 'stale':
    case 'refused':
    case 'signed-out':
    case 'stopped':
      return null
  }
}

const portal = 'This network needs you to sign in'
