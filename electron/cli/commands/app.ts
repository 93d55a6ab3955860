import { fail, ok } from '#shared/errors.ts'
import type { Command } from '../command.ts'
import { untilToldToEnd } from '../until-told-to-end.ts'
import { noWords, numberFlag } from '../values.ts'

export const app: Command = {
  help: `stint app [--port N] [--no-open]

Opens the app as a window of Chrome, Chromium or Edge, or prints its address. Runs until Ctrl C;
where it runs already, it opens another window of that one.
  --port N   the port on 127.0.0.1; unless given that of the time before, and any free one at first
             or where that is taken; 0 for any free one
  --no-open  only prints the address`,
  flags: { port: { type: 'string' }, open: { type: 'boolean' } },
  async run(context) {
    const words = noWords(context.words)
    if (!words.ok) return words
    const port = numberFlag(context, 'port')
    if (!port.ok) return port
    if (port.value !== undefined && (port.value < 0 || port.value > 65535)) {
      return fail('usage', '--port needs a number from 0 to 65535')
    }
    const { runInBrowser } = await import('../../browser/index.ts')
    // Listens before anything stands: told to end while starting, it still ends in order.
    const told = untilToldToEnd()
    const started = await runInBrowser({
      home: context.home,
      port: port.value,
      open: context.flags['open'] !== false,
      clock: context.clock,
    })
    if (!started.ok) return started
    const { url, taken, opened, close } = started.value
    if (close === null) {
      const text = opened ? 'Stint is running already; it has a new window now' : url
      return ok({ json: { url }, text })
    }
    const lines = [
      opened ? `Stint is open in its own window, and at ${url}` : `Stint is at ${url}`,
      ...(taken === undefined
        ? []
        : [
            `Another program has port ${taken}, where Stint was before: windows that are still open ` +
              'there do not come back.',
          ]),
      'Ctrl C ends it.',
    ]
    context.answer({ json: { url, ...(taken !== undefined && { taken }) }, text: lines.join('\n') })
    await told
    await close()
    return ok(null)
  },
}
