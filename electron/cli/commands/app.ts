import { ok } from '#shared/errors.ts'
import type { Command } from '../command.ts'
import { waitForTermination } from '../termination-signal.ts'
import { numberFlag } from '../parse-values.ts'
import { reject, t } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const appCommand: Command = {
  help: `stint app [--port N] [--no-open]

Open the app in a Chrome, Chromium, or Edge window, or print its address. Stop with Ctrl+C. If Stint
is already running, open another window.
  --port N   port on 127.0.0.1, or 0 for any free one (default: the last one used, or any free one if
             there’s none or it’s in use)
  --no-open  print the address only`,
  flags: { port: { type: 'string' }, open: { type: 'boolean' } },
  async run(context) {
    const words = rejectArguments(context.words)
    if (!words.ok) return words
    const port = numberFlag(context, 'port')
    if (!port.ok) return port
    if (port.value !== undefined && (port.value < 0 || port.value > 65535)) {
      return reject('usage', '{flag} needs a number from 0 to 65535', { flag: '--port' })
    }
    const { runInBrowser } = await import('../../browser/index.ts')
    // Listens before anything starts: a signal during the start still ends the program in order.
    const told = waitForTermination()
    const started = await runInBrowser({
      home: context.home,
      port: port.value,
      open: context.flags['open'] !== false,
      clock: context.clock,
    })
    if (!started.ok) return started
    if (started.value.close === null) {
      const { url, opened } = started.value
      if (url === null)
        return ok({ json: { url }, text: t('Stint is already running in its own window') })
      const text = opened ? t('Stint is already running. Opened a new window') : url
      return ok({ json: { url }, text })
    }
    const { url, taken, opened, close } = started.value
    const lines = [
      opened
        ? t('Stint is open in its own window and at {url}', { url })
        : t('Stint is at {url}', { url }),
      ...(taken === undefined
        ? []
        : [
            t(
              'Port {port}, which Stint used last time, is in use by another program. Windows still open there won’t reconnect.',
              { port: taken },
            ),
          ]),
      t('Press Ctrl+C to stop.'),
    ]
    context.answer({ json: { url, ...(taken !== undefined && { taken }) }, text: lines.join('\n') })
    await told
    await close()
    return ok(null)
  },
}
