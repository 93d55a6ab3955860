/** The interface of a migration. */
import type { Trx } from '../database/db.ts'

/** The app and the service run `model`; the app adds `client`, the service adds `service`. */
export type MigrationGroup = 'model' | 'client' | 'service'

export interface Migration {
  /** Number and name, such as `0010-model`; sorts in execution order. */
  name: string
  group: MigrationGroup
  up(trx: Trx): Promise<void>
}
