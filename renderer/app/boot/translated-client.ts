/** An IPC client whose failures are translated into the window's language. */
import { type Failure, FailureError } from '#shared/errors.ts'
import type { CallName, CallParameters } from '#shared/ipc/contract.ts'
import type { IpcClient } from '../../ipc/ipc-client.ts'
import type { TranslateCore } from '../messages/index.ts'

/** Translates a failure: its message, and those of its fields. */
function told(failure: Failure, translateCore: TranslateCore): Failure {
  const { message, fields, sentence = message } = failure
  const translate = (text: string) => translateCore(text === message ? sentence : text)
  const own = { ...failure, message: translate(message) }
  if (!fields) return own
  const texts = Object.entries(fields).map(([field, said]) => [field, said.map(translate)])
  return { ...own, fields: Object.fromEntries(texts) as Record<string, string[]> }
}

/** Wraps a client so that its failures are translated. */
export function createTranslatedClient(client: IpcClient, translateCore: TranslateCore): IpcClient {
  const translateFailure = async <Value>(answer: Promise<Value>): Promise<Value> => {
    try {
      return await answer
    } catch (thrown) {
      throw thrown instanceof FailureError
        ? new FailureError(told(thrown.failure, translateCore))
        : thrown
    }
  }
  return {
    ...client,
    call: <Name extends CallName>(name: Name, ...input: CallParameters<Name>) =>
      translateFailure(client.call(name, ...input)),
    write: <Name extends CallName>(name: Name, ...input: CallParameters<Name>) =>
      translateFailure(client.write(name, ...input)),
  }
}
