import { text as textOf } from 'node:stream/consumers'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { Administration } from '#service/index.ts'
import type { Answer, Command, Context } from '../command.ts'
import { serviceDatabase } from '../service-database.ts'
import { harmless } from '../table.ts'
import { noWords, textFlag } from '../values.ts'

export const service: Command = {
  help: `stint service organisation add NAME
stint service user add --name NAME --email ADDRESS [--owner] [--organisation NAME]
stint service token add --email ADDRESS    makes a token and prints it, this once
stint service token revoke                 the token of STINT_TOKEN or of standard input
stint service rate set FROM TO VALUE [--organisation NAME]
stint service backup FILE                  a checked copy of a database file, while it is served

Administration of a service's database. A service that runs on it sees what is done at once.
  --db FILE|postgres://…  STINT_SERVICE_DATABASE, or a file in the data folder, unless given
  --organisation NAME     its name or id; not needed where there is only one`,
  flags: {
    db: { type: 'string' },
    organisation: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    owner: { type: 'boolean' },
  },
  async run(context) {
    const [noun = '', verb = '', ...words] = context.words
    const inner = { ...context, words }
    if (noun === 'backup') return backUp({ ...context, words: context.words.slice(1) })
    const name = `${noun} ${verb}`
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action === undefined) {
      return fail('usage', `Which one? ${Object.keys(actions).join(', ')}, or backup`)
    }
    return withAdministration(inner, action)
  },
}

type Action = (administration: Administration, context: Context) => Promise<Result<Answer>>

const actions: Readonly<Record<string, Action>> = {
  'organisation add': addOrganisation,
  'user add': addUser,
  'token add': addToken,
  'token revoke': revokeToken,
  'rate set': setRate,
}

async function withAdministration(context: Context, action: Action): Promise<Result<Answer>> {
  const { openAdministration } = await import('#service/index.ts')
  const database = await serviceDatabase(context)
  if (!database.ok) return database
  const opened = await openAdministration(database.value, context.clock)
  if (!opened.ok) return opened
  try {
    return await action(opened.value, context)
  } finally {
    await opened.value.close()
  }
}

async function addOrganisation(
  administration: Administration,
  { words }: Context,
): Promise<Result<Answer>> {
  const name = words.join(' ')
  const added = await administration.addOrganisation({ name })
  return added.ok ? ok({ json: added.value, text: `Added ${harmless(name)}` }) : added
}

async function addUser(administration: Administration, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const name = textFlag(context, 'name') ?? ''
  const added = await administration.addUser({
    organisation: textFlag(context, 'organisation'),
    name,
    email: textFlag(context, 'email') ?? '',
    owner: context.flags['owner'] === true,
  })
  return added.ok ? ok({ json: added.value, text: `Added ${harmless(name)}` }) : added
}

async function addToken(administration: Administration, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const issued = await administration.issueToken({ email: textFlag(context, 'email') ?? '' })
  if (!issued.ok) return issued
  context.note('Keep this token; it is shown this once.')
  return ok({ json: issued.value, text: issued.value.token })
}

/** Never an argument, which others on the machine could see. */
async function revokeToken(
  administration: Administration,
  context: Context,
): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return fail('usage', 'The token comes from STINT_TOKEN or standard input')
  const given = context.env['STINT_TOKEN']?.trim() ?? ''
  const token = given !== '' || process.stdin.isTTY ? given : (await textOf(process.stdin)).trim()
  if (token === '') {
    return fail('usage', 'Which token? Set STINT_TOKEN or pipe it to this command')
  }
  const revoked = await administration.revokeToken(token)
  return revoked.ok ? ok({ json: null, text: 'The token is out of use' }) : revoked
}

async function setRate(administration: Administration, context: Context): Promise<Result<Answer>> {
  const [from, to, value, ...more] = context.words
  if (from === undefined || to === undefined || value === undefined || more.length > 0) {
    return fail('usage', 'Needs two currencies and a value: stint service rate set EUR NZD 1.82')
  }
  const organisation = textFlag(context, 'organisation')
  const set = await administration.setRate({ organisation, from, to, value })
  return set.ok ? ok({ json: set.value, text: `1 ${from} is ${value} ${to}` }) : set
}

async function backUp(context: Context): Promise<Result<Answer>> {
  const [file, ...more] = context.words
  if (file === undefined || more.length > 0) {
    return fail('usage', 'Needs one file: stint service backup FILE')
  }
  const { backUpDatabase } = await import('#service/index.ts')
  const database = await serviceDatabase(context)
  if (!database.ok) return database
  const made = await backUpDatabase(database.value, file)
  return made.ok
    ? ok({ json: made.value, text: `${made.value.file} is whole: ${made.value.bytes} bytes` })
    : made
}
