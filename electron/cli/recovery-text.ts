import type { DatabaseRecovery } from '#shared/ipc/database-integrity.ts'
import { t, translateCore } from './language.ts'

/** Describes what was done, and where the former file is. */
export function recoveryText({ sentences, aside }: DatabaseRecovery): string {
  const message = sentences.map(translateCore).join('. ')
  return aside === null
    ? message
    : `${message}\n${t('The old file is in {folder}', { folder: aside })}`
}
