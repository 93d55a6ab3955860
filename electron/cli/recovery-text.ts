import type { Recovery } from '#shared/ipc/integrity.ts'

/** What was done, and where the former file stands. */
export const recoveryText = ({ message, aside }: Recovery): string =>
  aside === null ? message : `${message}\nThe old file is in ${aside}`
