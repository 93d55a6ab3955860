/** Turns failed calls into messages for the person. */
import { FailureError, type Failure } from '#shared/errors.ts'
import { useToasts } from './stores/toasts.ts'

/** Returns the failure of a thrown `FailureError`; rethrows everything else, which is a bug. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof FailureError) return thrown.failure
  throw thrown
}

/** Runs a function; shows the message of a failure as a toast and returns undefined then. */
export function useAttempt() {
  const toasts = useToasts()
  return async function attempt<Value>(run: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await run()
    } catch (thrown) {
      toasts.show({ text: failureOf(thrown).message })
      return undefined
    }
  }
}
