/**
 * The only entry to the core: runs a call by its name, checks its argument against the contract,
 * and returns its outcome as a value. The transport (window, socket, command line) has checked the
 * sender before.
 */
import { fail, failFields, FailureError, type FieldTexts, type Result } from '#shared/errors.ts'
import type {
  CallArguments,
  CallName,
  CallResult,
  CallValue,
  Contract,
} from '#shared/ipc/contract.ts'
import type { z } from '#shared/resources/zod.ts'
import { toStorageFailure } from '#shared/storage-problem.ts'
import type { Log } from '../ports.ts'
import { withCommittedChange } from '../store/history/committed-change.ts'

export type Handler<Name extends CallName> = (
  input: CallArguments<Name>,
) => Promise<Result<CallValue<Name>>>

/** The handlers of some calls; each domain's file creates its own. */
export type HandlersOf<Calls> = { readonly [Name in CallName & keyof Calls]: Handler<Name> }

/** The part of a call's name before the dot: `times` of `times.list`. */
type DomainName = CallName extends infer Name
  ? Name extends `${infer Domain}.${string}`
    ? Domain
    : never
  : never

type CallsOf<Name extends DomainName> = Pick<Contract, Extract<CallName, `${Name}.${string}`>>

interface Domain<Calls> {
  readonly calls: Calls
  readonly handlers: HandlersOf<Calls>
}

/** Every domain of the contract; a missing one, or one that lacks a call, does not compile. */
export type Domains = { readonly [Name in DomainName]: () => Promise<Domain<CallsOf<Name>>> }

/** Never rejects: a bug is logged and returned as a plain sentence. */
export type Dispatch = (name: string, input: unknown) => Promise<CallResult<unknown>>

/** @param onStorageProblem called when the disk or SQLite refused something in a call */
export function createDispatch(
  domains: Domains,
  log: Log,
  onStorageProblem: () => void = () => {},
): Dispatch {
  const bug = (name: string, thrown: unknown) => {
    log.warn('a call threw', { call: name, error: String((thrown as Error).stack ?? thrown) })
    return fail('internal', 'Something went wrong in Stint. Nothing was changed')
  }
  return async (name, input) => {
    let call: NamedCall | undefined
    try {
      call = await callNamed(domains, name)
    } catch (thrown) {
      return bug(name, thrown)
    }
    if (!call)
      return fail('unknown-call', 'Stint has no call named {name}', { name: JSON.stringify(name) })
    const parsed = call.arguments.safeParse(input)
    if (!parsed.success) {
      const fields = fieldTexts(parsed.error)
      return failFields('validation', Object.values(fields)[0]?.[0] ?? 'Check these values', fields)
    }
    try {
      const { handler } = call
      const { value: result, change } = await withCommittedChange(() => handler(parsed.data))
      return result.ok && change !== undefined ? { ...result, change } : result
    } catch (thrown) {
      const problem = toStorageFailure(thrown)
      if (problem) {
        if (!(thrown instanceof FailureError)) onStorageProblem()
        return { ok: false, error: problem }
      }
      return bug(name, thrown)
    }
  }
}

interface NamedCall {
  arguments: z.ZodType
  handler(argument: unknown): Promise<Result<unknown>>
}

/** Looks up own properties only, so that `constructor` and `__proto__` are no calls. */
async function callNamed(domains: Domains, name: string): Promise<NamedCall | undefined> {
  const load = ownValue(domains, name.split('.', 1)[0]!)
  if (!load) return undefined
  const { calls, handlers } = await load()
  const call = ownValue<{ arguments: z.ZodType }>(calls, name)
  // The contract ties name, argument and handler together; a lookup by name cannot express that.
  const handler = ownValue<NamedCall['handler']>(handlers, name)
  return call && handler && { arguments: call.arguments, handler }
}

const ownValue = <Value>(values: Readonly<Record<string, Value>> | object, name: string) =>
  Object.hasOwn(values, name) ? (values as Readonly<Record<string, Value>>)[name] : undefined

function fieldTexts(error: z.ZodError): FieldTexts {
  const fields: FieldTexts = {}
  for (const issue of error.issues.flatMap(ofWhatWasMeant)) {
    const field = issue.path.join('.').replace(/^set\./, '') || 'input'
    ;(fields[field] ??= []).push(issue.message)
  }
  return fields
}

/**
 * Returns, of an argument that can have several forms, the issues of the form whose fields the
 * caller used.
 */
function ofWhatWasMeant(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const isOther = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys'
  return issue.errors.find((issues) => !issues.some(isOther)) ?? [issue]
}
