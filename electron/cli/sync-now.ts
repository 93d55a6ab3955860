/** Runs one sync: in the app that runs on the data folder, else in this process. */
import { requestAppSync, type AppSyncOutcome } from '#core/node/control-client.ts'
import { channelHosts } from '#core/node/control-protocol.ts'
import { createFileSecrets } from '#core/node/secrets-file.ts'
import { fail, type Result } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/call-results.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'

/**
 * Asks an app that has this account open to sync, so that the two do not compete for the lease.
 * Where there is none, this process syncs, unless the account's token is encrypted by the app's
 * keychain: then it fails with `offline` and says what to do.
 * @param signal stops waiting for the app, which goes on syncing
 * @param told called with the page that the app fetches
 */
export async function syncNow(
  client: CoreClient,
  { home }: CommandContext,
  wait: boolean,
  signal: AbortSignal,
  told: (page: number, pages: number) => void,
): Promise<Result<SyncReport>> {
  const state = await client.call('app.state')
  if (!state.ok) return state
  const account = state.value.account?.account
  if (account !== undefined && state.value.account?.url !== null) {
    const heard: AppSyncOutcome[] = []
    for (const host of channelHosts) {
      const asked = await requestAppSync(home, host, { account, wait }, signal, told)
      if (signal.aborted) return fail('conflict', leftAlone)
      if (asked.is === 'synced') return asked.result
      heard.push(asked)
    }
    const secrets = createFileSecrets(home)
    const isSealed = (await secrets.get(account)) === null && (await secrets.has(account))
    if (isSealed) return fail('offline', withoutToken(heard))
  }
  return client.call('sync.now', wait ? { wait } : {})
}

const leftAlone = 'Stopped waiting. The app is still syncing'

/** Says why the app that can open the keychain did not sync, and what to do. */
function withoutToken(heard: readonly AppSyncOutcome[]): string {
  const kept = 'This account’s access token is in the keychain, which only the app can open. '
  const silent = heard.find((asked) => asked.is === 'silent')
  if (silent)
    return `${kept}Stint (process ${silent.pid}) isn’t responding. Quit it and open it again`
  const has = (is: AppSyncOutcome['is']) => heard.some((asked) => asked.is === is)
  if (has('ended')) return `${kept}Stint quit before syncing finished. Open it and try again`
  if (has('elsewhere')) return `${kept}Stint has another account open. Switch to this one there`
  return `${kept}Open Stint, or add a token with \`stint connect\``
}
