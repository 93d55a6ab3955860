/** What people see of the sync: the present phase with the counts that belong to it. */
import type { SyncPhase, SyncStatus } from '#shared/ipc/views.ts'

export interface Show {
  /**
   * A step of a pass. While the service is away it is shown only once it was reached, so that
   * each retry does not flicker.
   */
  step(phase: SyncPhase, reached: boolean): Promise<void>
  /** How things stand after a pass. */
  rest(phase: SyncPhase): Promise<void>
  /** The same phase as before, with what may have changed around it. */
  again(): Promise<void>
  status(): Promise<SyncStatus>
}

export function createShow(
  read: (phase: SyncPhase) => Promise<SyncStatus>,
  emit: (status: SyncStatus) => void,
): Show {
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
    step: async (next, reached) => {
      if (reached || (phase.is !== 'offline' && phase.is !== 'portal')) await show(next)
    },
    rest: show,
    again: () => show(phase),
    status: () => read(phase),
  }
}
