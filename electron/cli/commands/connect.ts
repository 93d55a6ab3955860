import { createInterface } from 'node:readline/promises'
import { text as textOf } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { fail, ok } from '#shared/errors.ts'
import { withCore } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { textFlag } from '../values.ts'
import { nameText } from './account.ts'
import { reportText } from './sync.ts'

export const connect: Command = {
  help: `stint connect URL

Connects to a service and fetches what is there. The access token comes from STINT_TOKEN or from
standard input, never from an argument, which others could see.
  --attach       turns the account of this machine, or the demo's, into a connected one: what was
                 made in it is sent once \`stint match\` has said what it belongs to
  --header NAME  the header that carries the token; Authorization unless given
  --scheme WORD  the word before it; Bearer unless given, may be empty
  --zone ZONE    the zone of the service's timestamps; UTC unless given`,
  flags: {
    attach: { type: 'boolean' },
    header: { type: 'string' },
    scheme: { type: 'string' },
    zone: { type: 'string' },
  },
  async run(context) {
    const [url, ...more] = context.words
    if (url === undefined || more.length > 0) {
      return fail('usage', 'Needs one address: stint connect https://…')
    }
    const token = await readToken(context)
    if (token === '') {
      return fail(
        'usage',
        'The access token is missing: set STINT_TOKEN or pipe it to this command',
      )
    }
    const [header, scheme, zone] = ['header', 'scheme', 'zone'].map((name) =>
      textFlag(context, name),
    )
    return withCore(context, async (client) => {
      const call = context.flags['attach'] === true ? 'account.attach' : 'account.connect'
      const account = await client.call(call, {
        url,
        token,
        ...(header === undefined ? {} : { header }),
        ...(scheme === undefined ? {} : { scheme }),
        ...(zone === undefined ? {} : { zone }),
      })
      if (!account.ok) return account
      const report = await client.call('sync.now', {})
      if (!report.ok)
        context.note(`Connected, but not everything was fetched: ${report.error.message}`)
      return ok({
        json: { ...account.value, sync: report.ok ? report.value : null },
        text: [`Connected to ${nameText(account.value)}`]
          .concat(report.ok ? await reportText(client, report.value) : [])
          .join('\n'),
      })
    })
  },
}

async function readToken({ env, note }: Context): Promise<string> {
  const given = env['STINT_TOKEN']
  if (given !== undefined && given !== '') return given.trim()
  if (!process.stdin.isTTY) return (await textOf(process.stdin)).trim()
  note('Access token (not shown):')
  // What is typed is echoed by readline, so its output goes nowhere.
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: silence, terminal: true })
  try {
    return (await prompt.question('')).trim()
  } finally {
    prompt.close()
  }
}
