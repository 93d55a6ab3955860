import { hasChannelFile } from '#core/node/control-protocol.ts'
import { takeDataFolder } from '#core/private-folder.ts'
import type { Result } from '#shared/errors.ts'
import type { CommandContext, CoreClient } from './command.ts'
import { recoveryText } from './recovery-text.ts'

export type { CoreClient }

/** True where the open account has no service. */
export async function isLocalAccount(client: CoreClient): Promise<boolean> {
  const state = await client.call('app.state')
  return state.ok && state.value.account?.kind === 'local'
}

/** Uses the core for one command: that of an app on the data folder, or else its own. */
export async function withCore<Value>(
  context: CommandContext,
  use: (client: CoreClient) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const taken = takeDataFolder(context.home)
  if (!taken.ok) return taken
  return useClient(context, (await appClient(context)) ?? (await openOwnCore(context)), use)
}

/** Loads what asks an app, `node:net` among it, only where one has left its address. */
async function appClient(context: CommandContext): Promise<CoreClient | null> {
  if (!hasChannelFile(context.home)) return null
  const { clientOfApp } = await import('./app-client.ts')
  return clientOfApp(context, () => openOwnCore(context))
}

/** Like `withCore`, without an app: for a command that answers others for as long as it runs. */
export async function withOwnCore<Value>(
  context: CommandContext,
  use: (client: CoreClient) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const taken = takeDataFolder(context.home)
  return taken.ok ? useClient(context, await openOwnCore(context), use) : taken
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
 */
async function openOwnCore({ home, clock }: CommandContext): Promise<CoreClient> {
  const [{ createCore }, { createNodePorts }, { programVersion }] = await Promise.all([
    import('#core/core.ts'),
    import('#core/node/node-ports.ts'),
    import('#core/node/program-folder.ts'),
  ])
  const ports = createNodePorts({
    home,
    clock,
    startService: async (options) => (await import('#service/index.ts')).startService(options),
  })
  const version = programVersion()
  const core = await createCore(ports, { home, host: 'cli', version, background: false })
  return {
    call: (name, ...input) => core.call(name, input[0]) as ReturnType<CoreClient['call']>,
    on: (listener) => void core.on(listener),
    stop: () => core.close(),
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
        'No account yet, so Stint is working on this computer only. ' +
          'Connect to a service with `stint connect URL`.',
      )
    }
    return use(client)
  })
