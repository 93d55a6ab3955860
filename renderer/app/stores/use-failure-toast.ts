/** Turns failed calls into messages for the person. */
import { FailureError, type Failure } from '#shared/errors.ts'
import { useToastStore } from './toasts.ts'

/** Returns the failure of a thrown `FailureError`; rethrows everything else, which is a bug. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof FailureError) return thrown.failure
  throw thrown
}

/** Runs a function; shows the message of a failure as a toast and returns undefined then. */
export function useFailureToast() {
  const toasts = useToastStore()
  return async function attempt<Value>(run: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await run()
    } catch (thrown) {
      toasts.show({ text: toFailure(thrown).message })
      return undefined
    }
  }
}
