import { readOwner, type Owner } from '#core/node/owner-file.ts'
import type { OwnerLock } from '#core/node/owner-lock.ts'
import { takeDataFolder } from '#core/private-folder.ts'
import { ok, type Result } from '#shared/errors.ts'
import type { CommandContext, CoreClient } from './command.ts'
import { recoveryText } from './recovery-text.ts'
import { t } from './language.ts'

export type { CoreClient }

/** True where the open account has no service. */
export async function isLocalAccount(client: CoreClient): Promise<boolean> {
  const state = await client.call('app.state')
  return state.ok && state.value.account?.kind === 'local'
}

/** Uses the core for one command: that of an app on the data folder, or else its own. */
export const withCore = <Value>(
  context: CommandContext,
  use: (client: CoreClient) => Promise<Result<Value>>,
): Promise<Result<Value>> => withClient(context, openClient, use)

/** Like `withCore`, without an app: for a command that answers others for as long as it runs. */
export const withServingCore = <Value>(
  context: CommandContext,
  use: (client: CoreClient) => Promise<Result<Value>>,
): Promise<Result<Value>> => withClient(context, openServingCore, use)

async function withClient<Value>(
  context: CommandContext,
  open: (context: CommandContext) => Promise<Result<CoreClient>>,
  use: (client: CoreClient) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const taken = takeDataFolder(context.home)
  if (!taken.ok) return taken
  const client = await open(context)
  return client.ok ? useClient(context, client.value, use) : client
}

/** Loads what asks an app, `node:net` among it, only where one has left its address. */
async function askOwner(context: CommandContext, owner: Owner): Promise<Result<CoreClient> | null> {
  const { clientOfApp } = await import('./app-client.ts')
  return clientOfApp(owner, () => openClient(context))
}

async function openClient(context: CommandContext): Promise<Result<CoreClient>> {
  // Most often an app answers, and what opens a database is not loaded.
  const first = readOwner(context.home)
  const answer = first?.channel ? await askOwner(context, first) : null
  if (answer?.ok) return answer
  return ownCore(context, 'command', async (owner) =>
    answer && owner.channel?.key === first?.channel?.key ? answer : askOwner(context, owner),
  )
}

async function openServingCore(context: CommandContext): Promise<Result<CoreClient>> {
  const { refusedBy } = await import('#core/node/owner-refusals.ts')
  return ownCore(context, 'api', refusedBy('api'))
}

const ownModules = () =>
  [
    import('#core/core.ts'),
    import('#core/node/node-ports.ts'),
    import('#core/node/program-folder.ts'),
  ] as const

/**
 * Makes this process the owner of the data folder, and opens the core in it.
 * @param meet asks another owner; null: no program proves to be it
 */
async function ownCore(
  context: CommandContext,
  host: 'api' | 'command',
  meet: (owner: Owner) => Promise<Result<CoreClient> | null>,
): Promise<Result<CoreClient>> {
  // Others wait while this process is the owner, so it loads before what it needs then.
  const [{ takeOwnerLock }] = await Promise.all([
    import('#core/node/owner-lock.ts'),
    ...ownModules(),
  ])
  const owning = await takeOwnerLock(context.home, host, meet)
  if (owning.is === 'met') return owning.met
  if (owning.is === 'refused') {
    const { refuseOwned } = await import('#core/node/owner-refusals.ts')
    return refuseOwned(owning.owner)
  }
  try {
    return ok(await openOwnCore(context, owning.lock, host))
  } catch (reason) {
    owning.lock.release()
    throw reason
  }
}

async function useClient<Value>(
  context: CommandContext,
  client: CoreClient,
  use: (client: CoreClient) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    await tellRecovery(context, client)
    return await use(client)
  } finally {
    await client.stop()
  }
}

/**
 * Opens the core on the data folder in this process. The same core as in the app, without its
 * loops: only what the command requests is synced.
 * @param host `api` stays, and answers other commands as an app does
 */
async function openOwnCore(
  { home, clock }: CommandContext,
  lock: OwnerLock,
  host: 'api' | 'command',
): Promise<CoreClient> {
  const [{ createCore }, { createNodePorts }, { programVersion }] = await Promise.all(ownModules())
  const ports = createNodePorts({
    home,
    clock,
    startService: async (options) => (await import('#service/index.ts')).startService(options),
  })
  const version = programVersion()
  const core = await createCore(ports, { home, host: 'cli', version, background: false })
  const channel =
    host === 'api'
      ? await (
          await import('#core/node/control-channel.ts')
        ).openControlChannel({ home, host, core, log: ports.log })
      : null
  return {
    call: (name, ...input) => core.call(name, input[0]) as ReturnType<CoreClient['call']>,
    on: (listener) => void core.on(listener),
    async stop() {
      await (channel ? channel.close(() => core.close()) : core.close())
      lock.release()
    },
    runsIn: 'command',
  } as CoreClient
}

/** Reports once what was repaired automatically, where a person reads the output. */
async function tellRecovery({ flags, note }: CommandContext, client: CoreClient): Promise<void> {
  if (flags['json'] === true) return
  const state = await client.call('app.state')
  if (!state.ok || state.value.recovery === null) return
  note(recoveryText(state.value.recovery))
  await client.call('database.dismissRecovery')
}

/**
 * Like `withCore`, and on first run with a local account: a person who types `stint start` wants to
 * work, not to be asked.
 * @param open provides the core
 */
export const withAccount = <Value>(
  context: CommandContext,
  use: (client: CoreClient) => Promise<Result<Value>>,
  open: typeof withCore<Value> = withCore,
): Promise<Result<Value>> =>
  open(context, async (client) => {
    const state = await client.call('app.state')
    if (!state.ok) return state
    if (state.value.account === null) {
      const made = await client.call('account.createLocal')
      if (!made.ok) return made
      context.note(
        t(
          'No account yet, so Stint is working on this computer only. Connect to a service with `stint connect URL`.',
        ),
      )
    }
    return use(client)
  })
