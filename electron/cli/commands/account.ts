import { fail, ok, type Result } from '#shared/errors.ts'
import type { AccountSummary } from '#shared/ipc/views.ts'
import { withCore, type Client } from '../client.ts'
import type { Answer, Command, Context } from '../command.ts'
import { actionNamed, type Action } from '../group.ts'
import { harmless, table } from '../table.ts'
import { noWords } from '../values.ts'

export const account: Command = {
  help: `stint account list              which accounts there are
stint account use ACCOUNT       works with this one from now on
stint account remove ACCOUNT    removes it and everything of it from this machine`,
  flags: {},
  run(context) {
    const [verb, ...words] = context.words
    const action = actionNamed(verbs, verb)
    if (action === undefined) {
      return Promise.resolve(fail('usage', 'Which one? `stint account list`, use or remove'))
    }
    return withCore(context, (client) => action(client, { ...context, words }))
  },
}

const verbs = { list, use, remove } satisfies Record<string, Action>

async function list(client: Client, context: Context): Promise<Result<Answer>> {
  const words = noWords(context.words)
  if (!words.ok) return words
  const accounts = await client.call('account.list')
  if (!accounts.ok) return accounts
  const state = await client.call('app.state')
  if (!state.ok) return state
  const current = state.value.account?.account
  const text = table(
    accounts.value,
    [
      { title: '', value: (each) => (each.account === current ? '*' : '') },
      { title: 'Account', value: (each) => each.account },
      { title: 'Name', value: ({ name }) => name, flexible: true },
      { title: 'Service', value: ({ url }) => url ?? 'this machine only', flexible: true },
    ],
    context.width,
  )
  return ok({ json: accounts.value, text: accounts.value.length > 0 ? text : 'No accounts yet' })
}

async function use(client: Client, { words }: Context): Promise<Result<Answer>> {
  const named = nameOf(words, 'use')
  if (!named.ok) return named
  const used = await client.call('account.use', { account: named.value })
  return used.ok ? ok({ json: used.value, text: `Working with ${nameText(used.value)}` }) : used
}

async function remove(client: Client, { words }: Context): Promise<Result<Answer>> {
  const named = nameOf(words, 'remove')
  if (!named.ok) return named
  const gone = await client.call('account.remove', { account: named.value })
  return gone.ok ? ok({ json: null, text: `Removed ${named.value}` }) : gone
}

const nameOf = ([name, ...more]: readonly string[], verb: string): Result<string> =>
  name === undefined || more.length > 0
    ? fail('usage', `Needs one account: stint account ${verb} ACCOUNT`)
    : ok(name)

/** `Studio Nord (https://…)`. */
export const nameText = ({ name, url }: AccountSummary): string =>
  harmless(url === null ? name : `${name} (${url})`)
