import { fail, ok, type Result } from '#shared/errors.ts'
import type { CallName } from '#shared/ipc/contract.ts'
import { withAccount, withServingCore, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command } from '../command.ts'
import { waitForTermination } from '../termination-signal.ts'
import { numberFlag } from '../parse-values.ts'
import { reject, t, translateFailure } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const apiCommand: Command = {
  help: `stint api [--port N] [--new-token]

Serve the service’s API from local data to programs on this computer, even offline. Stop with Ctrl+C
or SIGTERM. Changes made through it are sent at the next sync, by the app or \`stint sync\`. While
Stint is open, turn the API on in Settings instead.
  --port N     port on 127.0.0.1, or 0 for any free one (default: the port in Settings)
  --new-token  create a new access token; the old one stops working at once`,
  flags: { port: { type: 'string' }, 'new-token': { type: 'boolean' } },
  async run(context) {
    const words = rejectArguments(context.words)
    if (!words.ok) return words
    const port = numberFlag(context, 'port')
    if (!port.ok) return port
    if (port.value !== undefined && (port.value < 0 || port.value > 65_535)) {
      return reject('usage', '{flag} needs a number from 0 to 65535', { flag: '--port' })
    }
    const renew = context.flags['new-token'] === true
    const [{ startLocalApi }, { createStderrLog }] = await Promise.all([
      import('../../local-api/start-local-api.ts'),
      import('#core/node/log.ts'),
    ])
    // Listens before anything starts: a signal during the start still ends the program in order.
    const told = waitForTermination()
    const serve = async (client: CoreClient): Promise<Result<CommandOutput | null>> => {
      const state = await client.call('app.state')
      if (!state.ok) return state
      const started = await startLocalApi({
        home: context.home,
        call: (name, input) => client.call(name as CallName, input as never),
        port: port.value ?? state.value.settings.localApiPort,
        log: createStderrLog(context.env, context.clock),
        clock: context.clock,
        renew,
      })
      if (!started.ok && renew) {
        const { code, message } = translateFailure(started.error)
        const text = t(
          '{problem}. The new access token was created and works wherever the API is served',
          { problem: message },
        )
        return fail(code, text)
      }
      if (!started.ok) return started
      const { url, token, close } = started.value
      const text = [
        `API: ${url}/api/v1`,
        t('Access token: {token}', { token }),
        t('Press Ctrl+C to stop.'),
      ].join('\n')
      context.answer({ json: { url, token }, text })
      await told
      await close()
      return ok(null)
    }
    return withAccount(context, serve, withServingCore)
  },
}
