/** Shows the state of sync: the current phase with its counts. */
import type { SyncPhase, SyncStatus } from '#shared/ipc/call-results.ts'

export interface StatusReporter {
  /**
   * Shows a step of a pass. While the service is unreachable, steps are shown only after a reply,
   * so that retries do not flicker.
   */
  showStep(phase: SyncPhase, reached: boolean): Promise<void>
  /** Shows the state after a pass. */
  showResult(phase: SyncPhase): Promise<void>
  /** Shows the same phase as before, with what may have changed around it. */
  refresh(): Promise<void>
  status(): Promise<SyncStatus>
}

export function createStatusReporter(
  read: (phase: SyncPhase) => Promise<SyncStatus>,
  emit: (status: SyncStatus) => void,
): StatusReporter {
  let phase: SyncPhase = { is: 'idle' }
  let emitted = ''

  async function show(next: SyncPhase): Promise<void> {
    phase = next
    const status = await read(next)
    const text = JSON.stringify(status)
    if (text === emitted) return
    emitted = text
    emit(status)
  }

  return {
    showStep: async (next, reached) => {
      if (reached || (phase.is !== 'offline' && phase.is !== 'portal')) await show(next)
    },
    showResult: show,
    refresh: () => show(phase),
    status: () => read(phase),
  }
}
