/** An IPC client whose failures are translated into the window's language. */
import { FailureError } from '#shared/errors.ts'
import type { CallName, CallParameters } from '#shared/ipc/contract.ts'
import { translateFailure, type TranslateCore } from '#shared/sentences/translator.ts'
import type { IpcClient } from '../../ipc/ipc-client.ts'

/** Wraps a client so that its failures are translated. */
export function createTranslatedClient(client: IpcClient, translateCore: TranslateCore): IpcClient {
  const translated = async <Value>(answer: Promise<Value>): Promise<Value> => {
    try {
      return await answer
    } catch (thrown) {
      throw thrown instanceof FailureError
        ? new FailureError(translateFailure(thrown.failure, translateCore))
        : thrown
    }
  }
  return {
    ...client,
    call: <Name extends CallName>(name: Name, ...input: CallParameters<Name>) =>
      translated(client.call(name, ...input)),
    write: <Name extends CallName>(name: Name, ...input: CallParameters<Name>) =>
      translated(client.write(name, ...input)),
  }
}
