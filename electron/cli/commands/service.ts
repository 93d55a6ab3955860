import { text as textOf } from 'node:stream/consumers'
import { namedPath } from '#core/node/named-file.ts'
import { ok, type Result } from '#shared/errors.ts'
import type { Administration } from '#service/index.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { serviceDatabase } from '../service-database.ts'
import { toSingleLine } from '../terminal-table.ts'
import { textFlag } from '../parse-values.ts'
import { reject, t } from '../language.ts'
import { rejectArguments } from '../words.ts'

export const serviceCommand: Command = {
  help: `stint service organization|organisation add NAME
stint service user add --name NAME --email ADDRESS [--owner] [--organization NAME]
stint service token add --email ADDRESS    create a token and print it, once
stint service token revoke                 revoke the token in STINT_TOKEN or on standard input
stint service token revoke --email ADDRESS revoke all tokens of a person, as after a computer was lost
stint service rate set FROM TO VALUE [--organization NAME]
stint service backup FILE                  make a verified backup of a database file while it’s in use
stint service epoch [--new]                show the epoch, or begin a new one after restoring PostgreSQL

Manage a service’s database. A running service applies changes at once.
  --db FILE|postgres://…  database (default: STINT_SERVICE_DATABASE, or a file in the data folder)
  --organization NAME     its name or ID; not needed if there’s only one

\`--organisation\` works too.`,
  flags: {
    db: { type: 'string' },
    organization: { type: 'string' },
    organisation: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    owner: { type: 'boolean' },
    new: { type: 'boolean' },
  },
  async run(context) {
    const [noun = '', verb = '', ...words] = context.words
    const inner = { ...context, words }
    if (noun === 'backup') return backUp({ ...context, words: context.words.slice(1) })
    if (noun === 'epoch') {
      return withAdministration({ ...context, words: context.words.slice(1) }, showEpoch)
    }
    const name = `${noun.replace('organisation', 'organization')} ${verb}`
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action === undefined) {
      return reject('usage', 'Choose one: {choices}, or {last}', {
        choices: [...Object.keys(actions), 'backup'].join(', '),
        last: 'epoch',
      })
    }
    return withAdministration(inner, action)
  },
}

type Action = (
  administration: Administration,
  context: CommandContext,
) => Promise<Result<CommandOutput>>

const actions: Readonly<Record<string, Action>> = {
  'organization add': addOrganisation,
  'user add': addUser,
  'token add': addToken,
  'token revoke': revokeToken,
  'rate set': setRate,
}

async function withAdministration(
  context: CommandContext,
  action: Action,
): Promise<Result<CommandOutput>> {
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
  { words }: CommandContext,
): Promise<Result<CommandOutput>> {
  const name = words.join(' ')
  const added = await administration.addOrganisation({ name })
  return added.ok
    ? ok({ json: added.value, text: t('Added {name}', { name: toSingleLine(name) }) })
    : added
}

const organisationFlag = (context: CommandContext): string | undefined =>
  textFlag(context, 'organization') ?? textFlag(context, 'organisation')

async function addUser(
  administration: Administration,
  context: CommandContext,
): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const name = textFlag(context, 'name') ?? ''
  const added = await administration.addUser({
    organisation: organisationFlag(context),
    name,
    email: textFlag(context, 'email') ?? '',
    owner: context.flags['owner'] === true,
  })
  return added.ok
    ? ok({ json: added.value, text: t('Added {name}', { name: toSingleLine(name) }) })
    : added
}

async function addToken(
  administration: Administration,
  context: CommandContext,
): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const issued = await administration.issueToken({ email: textFlag(context, 'email') ?? '' })
  if (!issued.ok) return issued
  context.note(t('Save this token now. It won’t be shown again.'))
  return ok({ json: issued.value, text: issued.value.token })
}

/** The token is never an argument, because other users of the computer could see it. */
async function revokeToken(
  administration: Administration,
  context: CommandContext,
): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return reject('usage', 'Pass the token in STINT_TOKEN or on standard input')
  const email = textFlag(context, 'email')
  if (email !== undefined) {
    const answer = await administration.revokeTokensOf({ email })
    if (!answer.ok) return answer
    return ok({
      json: answer.value,
      text: t('Tokens revoked: {count}', { count: answer.value.revoked }),
    })
  }
  const fromEnvironment = context.env['STINT_TOKEN']?.trim() ?? ''
  const token =
    fromEnvironment !== '' || process.stdin.isTTY
      ? fromEnvironment
      : (await textOf(process.stdin)).trim()
  if (token === '') {
    return reject('usage', 'No access token. Set STINT_TOKEN or pipe the token in')
  }
  const revoked = await administration.revokeToken(token)
  return revoked.ok ? ok({ json: null, text: t('Token revoked') }) : revoked
}

async function setRate(
  administration: Administration,
  context: CommandContext,
): Promise<Result<CommandOutput>> {
  const [from, to, value, ...more] = context.words
  if (from === undefined || to === undefined || value === undefined || more.length > 0) {
    return reject('usage', 'Give two currencies and a value: {example}', {
      example: 'stint service rate set EUR NZD 1.82',
    })
  }
  const organisation = organisationFlag(context)
  const set = await administration.setRate({ organisation, from, to, value })
  return set.ok
    ? ok({ json: set.value, text: t('1 {from} is {value} {to}', { from, value, to }) })
    : set
}

async function showEpoch(
  administration: Administration,
  context: CommandContext,
): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const shown = await administration.epoch({ renew: context.flags['new'] === true })
  if (!shown.ok) return shown
  const { epoch, epoch_since } = shown.value
  return ok({
    json: shown.value,
    text: t('{epoch}, since {time} UTC', { epoch, time: epoch_since }),
  })
}

async function backUp(context: CommandContext): Promise<Result<CommandOutput>> {
  const [file, ...more] = context.words
  if (file === undefined || more.length > 0) {
    return reject('usage', 'Give one file: {example}', { example: 'stint service backup FILE' })
  }
  const { backUpDatabase } = await import('#service/index.ts')
  const database = await serviceDatabase(context)
  if (!database.ok) return database
  const made = await backUpDatabase(database.value, await namedPath(file))
  return made.ok
    ? ok({
        json: made.value,
        text: t('{file} verified: {count} bytes', {
          file: made.value.file,
          count: made.value.bytes,
        }),
      })
    : made
}
