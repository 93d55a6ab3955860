/** A core whose failures are told in the language of the window. */
import { type Failure, FailureError } from '#shared/errors.ts'
import type { CallName, CallParameters } from '#shared/ipc/contract.ts'
import type { Client } from '../ipc/client.ts'
import type { Tell } from './messages/index.ts'

/** The same failure in other words: its sentence, and those of its fields. */
function told({ code, message, fields }: Failure, tell: Tell): Failure {
  const own = { code, message: tell(message) }
  if (!fields) return own
  const texts = Object.entries(fields).map(([field, said]) => [field, said.map(tell)])
  return { ...own, fields: Object.fromEntries(texts) as Record<string, string[]> }
}

/** The client, whose callers read what failed in their own language. */
export const tellingClient = (client: Client, tell: Tell): Client => ({
  ...client,
  call: async <Name extends CallName>(name: Name, ...input: CallParameters<Name>) => {
    try {
      return await client.call(name, ...input)
    } catch (thrown) {
      throw thrown instanceof FailureError ? new FailureError(told(thrown.failure, tell)) : thrown
    }
  },
})
