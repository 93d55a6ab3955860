import type { CallName, CallParameters, CallValue, CoreEvent } from '#shared/ipc/contract.ts'
import type { Result } from '#shared/errors.ts'
import type { CommandContext } from './command.ts'
import { recoveryText } from './recovery-text.ts'

/** Calls the core through the contract. */
export interface CoreClient {
  call<Name extends CallName>(
    name: Name,
    ...input: CallParameters<Name>
  ): Promise<Result<CallValue<Name>>>
  /** Receives every event of the core until the command ends. */
  on(listener: (event: CoreEvent) => void): void
  /** Ends running calls in order; no calls can follow. */
  stop(): Promise<void>
}

/** True where the open account has no service. */
export async function isLocalAccount(client: CoreClient): Promise<boolean> {
  const state = await client.call('app.state')
  return state.ok && state.value.account?.kind === 'local'
}

/**
 * Opens the core on the data folder for one command. The same core as in the app, without its
 * loops: only what the command requests is synced.
 */
export async function withCore<Value>(
  context: CommandContext,
  use: (client: CoreClient) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { home, clock } = context
  const [{ createCore }, { createNodePorts }, { takeDataFolder }, { programVersion }] =
    await Promise.all([
      import('#core/core.ts'),
      import('#core/node/node-ports.ts'),
      import('#core/private-folder.ts'),
      import('#core/node/program-folder.ts'),
    ])
  const taken = takeDataFolder(home)
  if (!taken.ok) return taken
  const ports = createNodePorts({
    home,
    clock,
    startService: async (options) => (await import('#service/index.ts')).startService(options),
  })
  const version = programVersion()
  const core = await createCore(ports, { home, host: 'cli', version, background: false })
  try {
    const client = {
      call: (name, ...input) => core.call(name, input[0]) as ReturnType<CoreClient['call']>,
      on: (listener) => void core.on(listener),
      stop: () => core.close(),
    } as CoreClient
    await tellRecovery(context, client)
    return await use(client)
  } finally {
    await core.close()
  }
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
 */
export const withAccount = <Value>(
  context: CommandContext,
  use: (client: CoreClient) => Promise<Result<Value>>,
): Promise<Result<Value>> =>
  withCore(context, async (client) => {
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
