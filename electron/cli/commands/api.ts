import { fail, ok } from '#shared/errors.ts'
import type { CallName } from '#shared/ipc/contract.ts'
import { withAccount } from '../client.ts'
import type { Command } from '../command.ts'
import { untilToldToEnd } from '../until-told-to-end.ts'
import { noWords, numberFlag } from '../values.ts'

export const api: Command = {
  help: `stint api [--port N] [--new-token]

Serves the service's API from this machine's own records to programs of this machine, until Ctrl C
or SIGTERM: with the service away too. What is written through it is sent by the next sync, of an
open app or \`stint sync\`.
  --port N     the port on 127.0.0.1, 0 for any free one; that of the settings unless given
  --new-token  makes another access token; the one before is refused at once, by an open app too`,
  flags: { port: { type: 'string' }, 'new-token': { type: 'boolean' } },
  async run(context) {
    const words = noWords(context.words)
    if (!words.ok) return words
    const given = numberFlag(context, 'port')
    if (!given.ok) return given
    if (given.value !== undefined && (given.value < 0 || given.value > 65_535)) {
      return fail('usage', '--port needs a number from 0 to 65535')
    }
    const renew = context.flags['new-token'] === true
    const [{ startLocalApi }, { standardErrorLog }] = await Promise.all([
      import('../../local-api/serve.ts'),
      import('#core/node/log.ts'),
    ])
    // Listens before anything stands: told to end while starting, it still ends in order.
    const told = untilToldToEnd()
    return withAccount(context, async (client) => {
      const state = await client.call('app.state')
      if (!state.ok) return state
      const started = await startLocalApi({
        home: context.home,
        call: (name, input) => client.call(name as CallName, input as never),
        port: given.value ?? state.value.settings.localApiPort,
        log: standardErrorLog(context.env, context.clock),
        clock: context.clock,
        renew,
      })
      if (!started.ok && renew) {
        const { code, message } = started.error
        return fail(code, `${message}. The new access token was made, and holds where it is served`)
      }
      if (!started.ok) return started
      const { url, token, close } = started.value
      const text = `The API is at ${url}/api/v1\nAccess token: ${token}\nCtrl C ends it.`
      context.answer({ json: { url, token }, text })
      await told
      await close()
      return ok(null)
    })
  },
}
