/** Calls the core of a running app, and another one once the app is gone. */
import { connectToApp, type AppConnection } from '#core/node/control-client.ts'
import type { Owner } from '#core/node/owner-file.ts'
import { programVersion } from '#core/node/program-folder.ts'
import { ok, type Result } from '#shared/errors.ts'
import type { AppState } from '#shared/ipc/call-results.ts'
import type { CallName, CoreEvent } from '#shared/ipc/contract.ts'
import { isRepeatable } from '#shared/ipc/repeatable-calls.ts'
import type { CoreClient } from './command.ts'
import { reject } from './language.ts'

/**
 * Returns a client of the app that owns the data folder. Fails with `conflict` where it does not
 * reply, and where it is of another version; null: no program proves to be it.
 * @param openInstead opens another client once the app is gone
 */
export async function clientOfApp(
  owner: Owner,
  openInstead: () => Promise<Result<CoreClient>>,
): Promise<Result<CoreClient> | null> {
  const connected = await connectToApp(owner)
  if (connected.is === 'silent') return silent(owner)
  if (connected.is === 'absent') return null
  const { app } = connected
  if (app.isSameContract) return ok(clientOver(app, owner, openInstead))
  app.close()
  return reject(
    'conflict',
    'The running Stint is version {app}, and this command is version {own}. Quit Stint and try again, or update the older one',
    { app: app.version, own: programVersion() },
  )
}

/** Loaded only then: most apps reply. */
async function silent(owner: Owner): Promise<Result<never>> {
  const { refuseSilent } = await import('#core/node/owner-refusals.ts')
  return refuseSilent(owner)
}

function clientOver(
  app: AppConnection,
  owner: Owner,
  openInstead: () => Promise<Result<CoreClient>>,
): CoreClient {
  const listeners: ((event: CoreEvent) => void)[] = []
  let replacing: Promise<Result<CoreClient>> | undefined
  let replacement: CoreClient | undefined
  let isStopped = false
  /** The account that this command read first, and means in its other calls. */
  let account: string | undefined

  const replace = async (): Promise<Result<CoreClient>> => {
    const opened = await openInstead()
    if (!opened.ok) return opened
    replacement = opened.value
    for (const listener of listeners) replacement.on(listener)
    const state = await replacement.call('app.state')
    const isMeant = account === undefined || !state.ok || state.value.account?.account === account
    return isMeant ? opened : reject('conflict', 'Another account is open now. Nothing was changed')
  }
  const askInstead = async (name: CallName, input: unknown): Promise<Result<unknown>> => {
    const client = await (replacing ??= replace())
    return client.ok ? client.value.call(name, input as never) : client
  }
  const ask = async (name: CallName, input: unknown): Promise<Result<unknown>> => {
    const outcome = await app.call(name, input, account)
    if (outcome.is === 'answered') return outcome.result
    if (isStopped) return reject('conflict', 'Stopped waiting. The app is still working on it')
    const isUndone = outcome.is === 'refused' || isRepeatable[name]
    if (isUndone) return outcome.is === 'silent' ? silent(owner) : askInstead(name, input)
    const command = checkOf(name)
    return outcome.is === 'silent'
      ? reject(
          'conflict',
          'Stint (process {pid}) isn’t responding. Check with `{command}` whether this was done before you do it again',
          { pid: owner.pid, command },
        )
      : reject(
          'conflict',
          'Stint quit before it answered. Check with `{command}` whether this was done before you do it again',
          { command },
        )
  }
  const client = {
    async call(name: CallName, input: unknown): Promise<Result<unknown>> {
      if (replacing) return askInstead(name, input)
      // All calls of a command are about one account, even if a window opens another.
      const isBound = account !== undefined || name === 'app.state' || name.startsWith('account.')
      if (!isBound) await client.call('app.state', undefined)
      const result = await ask(name, input)
      if (name.startsWith('account.')) account = undefined
      else if (name === 'app.state' && result.ok)
        account ??= (result.value as AppState).account?.account
      return result
    },
    on(listener: (event: CoreEvent) => void) {
      listeners.push(listener)
      app.on(listener)
    },
    async stop() {
      isStopped = true
      app.close()
      await replacing
      await replacement?.stop()
    },
    get runsIn() {
      return replacement?.runsIn ?? 'app'
    },
  }
  return client as CoreClient
}

/** The command that shows whether a call was carried out. */
function checkOf(name: CallName): string {
  switch (name.split('.', 1)[0]) {
    case 'account':
      return 'stint account list'
    case 'webhooks':
      return 'stint webhooks list'
    case 'sync':
      return 'stint sync log'
    case 'backup':
    case 'database':
      return 'stint doctor'
    default:
      return 'stint history'
  }
}
