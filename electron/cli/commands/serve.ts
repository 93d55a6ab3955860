import { ok, type Result } from '#shared/errors.ts'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import type { Command, CommandContext } from '../command.ts'
import { serviceDatabase } from '../service-database.ts'
import { waitForTermination } from '../termination-signal.ts'
import { numberFlag, textFlag } from '../parse-values.ts'
import { reject, t } from '../language.ts'
import { rejectArguments } from '../words.ts'

/** Fixed, since apps store the URL that they connected to. */
const defaultPort = 4680

export const serveCommand: Command = {
  help: `stint serve

Run the service that apps connect to. Stop with Ctrl+C or SIGTERM.
  --db FILE|postgres://…   database (default: a file in the data folder)
  --port N                 port, or 0 for any free one (default: ${defaultPort})
  --host H                 default: 127.0.0.1
  --base-url URL           how others reach it, for the addresses in its replies
  --capabilities none|LIST what to offer beyond the specification (default: everything)
  --demo                   fill an empty database with a demo organization and print a token

Instead of flags, set STINT_SERVICE_DATABASE, _PORT, _HOST, _BASE_URL, and _CAPABILITIES.
STINT_SERVICE_RATE_LIMIT and _ALLOW_PRIVATE_WEBHOOKS have no flag. See SERVICE.md for details.`,
  flags: {
    db: { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    'base-url': { type: 'string' },
    capabilities: { type: 'string' },
    demo: { type: 'boolean' },
  },
  async run(context) {
    const words = rejectArguments(context.words)
    if (!words.ok) return words
    const port = numberFlag(context, 'port')
    if (!port.ok) return port
    const offered = capabilitiesFlag(context)
    if (!offered.ok) return offered
    const [{ readEnvironment, startService, usualRateLimit }, { createStderrLog }] =
      await Promise.all([import('#service/index.ts'), import('#core/node/log.ts')])
    const settings = readEnvironment(context.env)
    if (!settings.ok) return settings
    const host = textFlag(context, 'host')
    const baseUrl = textFlag(context, 'base-url')
    const database = await serviceDatabase(context)
    if (!database.ok) return database
    // Listens before anything starts: a signal during the start still ends the program in order.
    const told = waitForTermination()
    const started = await startService({
      capabilities,
      ownProcess: true,
      rateLimit: usualRateLimit,
      ...settings.value,
      database: database.value,
      port: port.value ?? settings.value.port ?? defaultPort,
      ...(host === undefined ? {} : { host }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(offered.value === undefined ? {} : { capabilities: offered.value }),
      demo: context.flags['demo'] === true,
      log: createStderrLog(context.env, context.clock),
      clock: context.clock,
    })
    if (!started.ok) return started
    const { url, token, close } = started.value
    context.answer({
      json: token === null ? { url } : { url, token },
      text: [
        t('Service: {text}', { text: url }),
        token === null ? '' : t('Access token: {token}', { token }),
        t('Press Ctrl+C to stop.'),
      ]
        .filter(Boolean)
        .join('\n'),
    })
    await told
    await close()
    return ok(null)
  },
}

function capabilitiesFlag(context: CommandContext): Result<Capability[] | undefined> {
  const text = textFlag(context, 'capabilities')
  if (text === undefined) return ok(undefined)
  if (text === 'none') return ok([])
  const names = text.split(',').map((name) => name.trim())
  const chosen = capabilities.filter((capability) => names.includes(capability))
  const strange = names.find((name) => !(capabilities as readonly string[]).includes(name))
  if (strange === undefined) return ok(chosen)
  if (strange === '') return reject('usage', '--capabilities needs a list, or none')
  return reject(
    'usage',
    '--capabilities: unknown capability “{name}”. Use some of {choices}, or none',
    {
      name: strange,
      choices: capabilities.join(', '),
    },
  )
}
