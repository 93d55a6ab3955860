/** Handles restored rows whose project, task or other related record no longer exists. */
import { FailureError } from '#shared/errors.ts'

/**
 * Runs the work; throws a failure where a row refers to a record that the database does not have.
 */
export async function failOnMissingReference<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== 'SQLITE_CONSTRAINT_FOREIGNKEY') throw thrown
    throw new FailureError({
      code: 'conflict',
      message: 'Something it uses, like its project, was deleted. Restore that first',
    })
  }
}
