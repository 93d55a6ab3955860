import { failFields, ok, type Result } from '#shared/errors.ts'
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import { withCore, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { reject, t, translateFailure } from '../language.ts'
import { runVerb, type VerbHandler } from '../verbs.ts'
import { toSingleLine, renderTable } from '../terminal-table.ts'
import { otherTimersText } from '../timer-text.ts'
import { rejectArguments } from '../words.ts'

export const accountCommand: Command = {
  help: `stint account list              list accounts
stint account use ACCOUNT       switch to an account
stint account move URL          use another address of its service’s host
stint account sign-out ACCOUNT  forget its token; its data stays here
stint account remove ACCOUNT    remove it and all its data from this computer
  --unsent  with remove: even with unsynced changes or a running timer`,
  flags: { unsent: { type: 'boolean' } },
  run: (context) => runVerb('account', verbs, context, withCore),
}

const verbs = { list, use, move, 'sign-out': signOut, remove } satisfies Record<string, VerbHandler>

async function list(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const words = rejectArguments(context.words)
  if (!words.ok) return words
  const accounts = await client.call('account.list')
  if (!accounts.ok) return accounts
  const text = renderTable(
    accounts.value,
    [
      { title: '', value: ({ current }) => (current ? '*' : '') },
      { title: t('Account'), value: (each) => each.account },
      { title: t('Name'), value: ({ name }) => name, flexible: true },
      {
        title: t('Service'),
        value: ({ url }) => url ?? t('this computer only'),
        flexible: true,
      },
      { title: '', value: ({ signedIn }) => (signedIn === false ? t('signed out') : '') },
    ],
    context.width,
  )
  return ok({
    json: accounts.value,
    text: accounts.value.length > 0 ? text : t('No accounts yet'),
  })
}

async function use(
  client: CoreClient,
  { words, clock }: CommandContext,
): Promise<Result<CommandOutput>> {
  const named = nameOf(words, 'use')
  if (!named.ok) return named
  const used = await client.call('account.switch', { account: named.value })
  if (!used.ok) return used
  const state = await client.call('app.state')
  if (!state.ok) return state
  const lines = [
    t('Switched to {account}', { account: accountNameText(used.value) }),
    ...otherTimersText(state.value, clock.now()),
  ]
  return ok({ json: used.value, text: lines.join('\n') })
}

async function move(
  client: CoreClient,
  { words: [url, ...more] }: CommandContext,
): Promise<Result<CommandOutput>> {
  if (url === undefined || more.length > 0) {
    return reject('usage', 'Give the new address: {example}', { example: 'stint account move URL' })
  }
  const moved = await client.call('account.move', { url })
  if (!moved.ok) return moved
  return ok({
    json: moved.value,
    text: t('Syncs with {account}', { account: accountNameText(moved.value) }),
  })
}

async function signOut(
  client: CoreClient,
  { words }: CommandContext,
): Promise<Result<CommandOutput>> {
  const named = nameOf(words, 'sign-out')
  if (!named.ok) return named
  const done = await client.call('account.signOut', { account: named.value })
  return done.ok
    ? ok({
        json: done.value,
        text: t('Signed out of {account}. Its data stays here', {
          account: accountNameText(done.value),
        }),
      })
    : done
}

async function remove(
  client: CoreClient,
  { words, flags }: CommandContext,
): Promise<Result<CommandOutput>> {
  const named = nameOf(words, 'remove')
  if (!named.ok) return named
  const unsent = flags['unsent'] === true
  const gone = await client.call('account.remove', { account: named.value, unsent })
  if (gone.ok) return ok({ json: null, text: t('Removed {account}', { account: named.value }) })
  const { code, message, fields } = translateFailure(gone.error)
  if (!fields?.['unsent']) return gone
  const text = t('{problem}. Use `--unsent` to remove it anyway', { problem: message })
  return failFields(code, text, fields)
}

const nameOf = ([name, ...more]: readonly string[], verb: string): Result<string> =>
  name === undefined || more.length > 0
    ? reject('usage', 'Give one account: {example}', { example: `stint account ${verb} ACCOUNT` })
    : ok(name)

/** `Studio Nord (https://…)`. */
export const accountNameText = ({ name, url }: AccountSummary): string =>
  toSingleLine(url === null ? name : `${name} (${url})`)
