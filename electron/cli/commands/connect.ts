import { createInterface } from 'node:readline/promises'
import { text as textOf } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { ok } from '#shared/errors.ts'
import { withCore } from '../core-client.ts'
import type { Command, CommandContext } from '../command.ts'
import { textFlag } from '../parse-values.ts'
import { reject, t, translateFailure } from '../language.ts'
import { accountNameText } from './account.ts'
import { syncReportText } from './sync.ts'

export const connectCommand: Command = {
  help: `stint connect URL

Connect to a service and download its data. Pass the access token in STINT_TOKEN or on standard
input, never as an argument others could see.
  --attach       connect the local or demo account. Its entries sync once you’ve matched them with
                 \`stint match\`
  --header NAME  header for the token (default: Authorization)
  --scheme WORD  scheme before the token (default: Bearer; may be empty)
  --zone ZONE    time zone of the service’s timestamps (default: UTC)`,
  flags: {
    attach: { type: 'boolean' },
    header: { type: 'string' },
    scheme: { type: 'string' },
    zone: { type: 'string' },
  },
  async run(context) {
    const [url, ...more] = context.words
    if (url === undefined || more.length > 0) {
      return reject('usage', 'Give one service URL: {example}', {
        example: 'stint connect https://…',
      })
    }
    const token = await readToken(context)
    if (token === '') {
      return reject('usage', 'No access token. Set STINT_TOKEN or pipe the token in')
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
      if (!report.ok) {
        const why = translateFailure(report.error).message
        context.note(t('Connected, but some data didn’t download: {why}', { why }))
      }
      return ok({
        json: { ...account.value, sync: report.ok ? report.value : null },
        text: [t('Connected to {account}', { account: accountNameText(account.value) })]
          .concat(report.ok ? await syncReportText(client, report.value) : [])
          .join('\n'),
      })
    })
  },
}

async function readToken({ env, note }: CommandContext): Promise<string> {
  const token = env['STINT_TOKEN']
  if (token !== undefined && token !== '') return token.trim()
  if (!process.stdin.isTTY) return (await textOf(process.stdin)).trim()
  note(t('Access token (hidden):'))
  // What is typed is echoed by readline, so its output goes nowhere.
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: silence, terminal: true })
  try {
    return (await prompt.question('')).trim()
  } finally {
    prompt.close()
  }
}
