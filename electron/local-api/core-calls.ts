/**
 * Makes the calls of the contract for the local interface and turns failures into HTTP responses.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '#core/ports.ts'
import { HttpProblem, notFound, unprocessableFields } from '#service/http/problem.ts'
import type { Failure, FailureCode, FieldTexts, Result } from '#shared/errors.ts'
import type { CallName, CallParameters, CallValue } from '#shared/ipc/contract.ts'

/** Invokes a call by name, for one account where that is named. */
export type CoreCall = (
  name: string,
  input: unknown,
  caller?: Pick<Caller, 'account'>,
) => Promise<Result<unknown>>

/**
 * The account that a request is about: the one that was open when the request arrived, since its
 * ids mean other records in another account.
 */
export const requestAccount = new AsyncLocalStorage<string>()

export interface CoreCalls {
  /** Throws a `HttpProblem` when the core returns a failure. */
  run<Name extends CallName>(name: Name, ...input: CallParameters<Name>): Promise<CallValue<Name>>
  /**
   * Returns undefined when there is no such record; throws a `HttpProblem` for any other failure.
   */
  find<Name extends CallName>(
    name: Name,
    ...input: CallParameters<Name>
  ): Promise<CallValue<Name> | undefined>
}

export function createCoreCalls(call: CoreCall): CoreCalls {
  const ask = async (name: string, input: unknown) => {
    const result = await call(name, input, { account: requestAccount.getStore() })
    if (result.ok || result.error.code === 'not-found') return result
    throw problemOf(result.error)
  }
  return {
    async run(name, ...input) {
      const result = await ask(name, input[0])
      if (!result.ok) throw notFound()
      return result.value as CallValue<typeof name>
    },
    async find(name, ...input) {
      const result = await ask(name, input[0])
      return result.ok ? (result.value as CallValue<typeof name>) : undefined
    },
  }
}

/** The core names references of an entry without `_id`, since their values are local ids. */
const namesOfApi: Readonly<Record<string, string>> = {
  project: 'project_id',
  task: 'task_id',
  charge: 'charge_id',
}

function problemOf({ code, message, fields }: Failure): HttpProblem {
  if (code !== 'validation')
    return new HttpProblem(statusOf(code), `${message}.`.replace(/\.\.$/, '.'))
  const named: FieldTexts = {}
  for (const [field, texts] of Object.entries(fields ?? {})) {
    named[namesOfApi[field] ?? field] = texts
  }
  return Object.keys(named).length > 0 ? unprocessableFields(named) : new HttpProblem(422, message)
}

/**
 * Never 401: that would be about the token of the local interface, not about what the service
 * requires.
 */
function statusOf(code: Exclude<FailureCode, 'validation'>): 403 | 404 | 409 | 500 | 502 | 503 {
  switch (code) {
    case 'not-found':
      return 404
    case 'forbidden':
      return 403
    case 'conflict':
    case 'stale':
    case 'nothing-to-undo':
      return 409
    case 'unauthenticated':
    case 'service':
      return 502
    case 'no-account':
    case 'offline':
    case 'database':
      return 503
    case 'usage':
    case 'unknown-call':
    case 'refused-sender':
    case 'internal':
      return 500
  }
}
