import { fail, ok, type Result } from '#shared/errors.ts'
import type { CoreView } from './core-view.ts'
import type { QuitControl } from './quit.ts'

/**
 * Returns whether a newer version may be installed: never while a question is open, nor while the
 * program or the system ends.
 */
export function mayInstall(
  host: { view: Pick<CoreView, 'snapshot'>; leaving: Pick<QuitControl, 'isUnderWay'> } | null,
): Result<null> {
  if (host === null || host.leaving.isUnderWay())
    return fail('conflict', 'Stint is about to quit. You can install the newer version later')
  const { timer } = host.view.snapshot()
  return timer.running && timer.question
    ? fail('conflict', 'Answer the timer’s question before you install the newer version')
    : ok(null)
}
