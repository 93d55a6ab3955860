/** Calls the core of a running app, and that of this process once the app is gone. */
import { connectToApp, type AppConnection } from '#core/node/control-client.ts'
import { channelHosts } from '#core/node/control-protocol.ts'
import { fail, type Result } from '#shared/errors.ts'
import type { AppState } from '#shared/ipc/call-results.ts'
import type { CallName, CoreEvent } from '#shared/ipc/contract.ts'
import { isRepeatable } from '#shared/ipc/repeatable-calls.ts'
import type { CommandContext, CoreClient } from './command.ts'

/**
 * Returns a client of the app that runs on the data folder; null where none does, where it does not
 * reply, and where it is of another version or in another time zone.
 * @param openOwn opens the core in this process
 */
export async function clientOfApp(
  context: Pick<CommandContext, 'home' | 'note'>,
  openOwn: () => Promise<CoreClient>,
): Promise<CoreClient | null> {
  for (const host of channelHosts) {
    const connected = await connectToApp(context.home, host)
    if (connected.is === 'silent') context.note(continuedText(connected.pid))
    if (connected.is !== 'connected') continue
    if (connected.app.answersAlike) return clientOver(connected.app, context, openOwn)
    connected.app.close()
  }
  return null
}

const continuedText = (pid: number) =>
  `Stint (process ${pid}) has this data folder open but isn’t responding. Continuing without it`

function clientOver(
  app: AppConnection,
  { note }: Pick<CommandContext, 'note'>,
  openOwn: () => Promise<CoreClient>,
): CoreClient {
  const listeners: ((event: CoreEvent) => void)[] = []
  let own: Promise<{ client: CoreClient; isMeant: boolean }> | null = null
  let isStopped = false
  /** The account that this command read first, and means in its other calls. */
  let account: string | undefined

  const openInstead = async () => {
    const client = await openOwn()
    for (const listener of listeners) client.on(listener)
    const state = await client.call('app.state')
    const isMeant = account === undefined || !state.ok || state.value.account?.account === account
    return { client, isMeant }
  }
  const askInstead = async (name: CallName, input: unknown): Promise<Result<unknown>> => {
    const { client, isMeant } = await (own ??= openInstead())
    return isMeant
      ? client.call(name, input as never)
      : fail('conflict', 'Another account is open now. Nothing was changed')
  }
  const ask = async (name: CallName, input: unknown): Promise<Result<unknown>> => {
    const outcome = await app.call(name, input, account)
    if (outcome.is === 'answered') return outcome.result
    if (isStopped) return fail('conflict', 'Stopped waiting. The app is still working on it')
    if (outcome.is === 'refused' || isRepeatable[name]) {
      if (outcome.is === 'silent') note(continuedText(app.pid))
      return askInstead(name, input)
    }
    const what =
      outcome.is === 'silent' ? `(process ${app.pid}) isn’t responding` : 'quit before it answered'
    return fail(
      'conflict',
      `Stint ${what}. Check with \`${checkOf(name)}\` whether this was done before you do it again`,
    )
  }
  const client = {
    async call(name: CallName, input: unknown): Promise<Result<unknown>> {
      if (own) return askInstead(name, input)
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
      await (await own)?.client.stop()
    },
    get runsIn() {
      return own ? 'command' : 'app'
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
