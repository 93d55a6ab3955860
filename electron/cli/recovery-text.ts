import type { DatabaseRecovery } from '#shared/ipc/database-integrity.ts'

/** Describes what was done, and where the former file is. */
export const recoveryText = ({ message, aside }: DatabaseRecovery): string =>
  aside === null ? message : `${message}\nThe old file is in ${aside}`
