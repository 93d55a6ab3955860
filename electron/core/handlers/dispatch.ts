/**
 * The one gate of the core: a call by name, its argument checked by the contract, its outcome a
 * value. Whoever is outside (window, socket, command line) has checked the sender before.
 */
import { fail, FailureError, type FieldTexts, type Result } from '#shared/errors.ts'
import {
  contract,
  type CallArguments,
  type CallName,
  type CallValue,
} from '#shared/ipc/contract.ts'
import type { z } from '#shared/resources/zod.ts'
import { storageProblem } from '#shared/storage-problem.ts'
import type { Log } from '../ports.ts'

export type Handler<Name extends CallName> = (
  input: CallArguments<Name>,
) => Promise<Result<CallValue<Name>>>

/** One handler for every call of the contract; a missing one does not compile. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> }

/** The handlers of some calls: each domain's file makes its own. */
export type HandlersOf<Calls> = { readonly [Name in CallName & keyof Calls]: Handler<Name> }

/** Never rejects: a bug is logged and answered as a plain sentence. */
export type Dispatch = (name: string, input: unknown) => Promise<Result<unknown>>

/** @param onStorageProblem hears that the disk or SQLite refused something in a call */
export function createDispatch(
  handlers: Handlers,
  log: Log,
  onStorageProblem: () => void = () => {},
): Dispatch {
  return async (name, input) => {
    if (!isCallName(name)) return fail('unknown-call', `Stint has no call ${JSON.stringify(name)}`)
    const parsed = contract[name].arguments.safeParse(input)
    if (!parsed.success) {
      const fields = fieldTexts(parsed.error)
      return fail('validation', Object.values(fields)[0]?.[0] ?? 'Needs other values', fields)
    }
    try {
      // The contract ties name, argument and handler together; a lookup by name cannot show it.
      const handler = handlers[name] as (argument: unknown) => Promise<Result<unknown>>
      return await handler(parsed.data)
    } catch (thrown) {
      const problem = storageProblem(thrown)
      if (problem) {
        if (!(thrown instanceof FailureError)) onStorageProblem()
        return { ok: false, error: problem }
      }
      log.warn('a call threw', { call: name, error: String((thrown as Error).stack ?? thrown) })
      return fail('internal', 'Something went wrong inside Stint. Nothing was changed')
    }
  }
}

/** Own names only, so that `constructor` and `__proto__` are no calls. */
const isCallName = (name: string): name is CallName => Object.hasOwn(contract, name)

function fieldTexts(error: z.ZodError): FieldTexts {
  const fields: FieldTexts = {}
  for (const issue of error.issues.flatMap(ofWhatWasMeant)) {
    const field = issue.path.join('.').replace(/^set\./, '') || 'input'
    ;(fields[field] ??= []).push(issue.message)
  }
  return fields
}

/** Of the forms that an argument can have, it is about the one whose names the caller used. */
function ofWhatWasMeant(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const isOther = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys'
  return issue.errors.find((issues) => !issues.some(isOther)) ?? [issue]
}
