/** What a person is told when a call did not do what it should. */
import { FailureError, type Failure } from '#shared/errors.ts'
import { useToasts } from './stores/toasts.ts'

/** The failure behind what was thrown; bugs are thrown on. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof FailureError) return thrown.failure
  throw thrown
}

/** Runs something; a failure becomes a toast with its sentence, and undefined. */
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
