/** What a migration is. */
import type { Trx } from '../db.ts'

/** Both faces run `model`; the client adds `client`, the service adds `service`. */
export type MigrationGroup = 'model' | 'client' | 'service'

export interface Migration {
  /** Number and name, such as `0010-model`; sorts in the order of running. */
  name: string
  group: MigrationGroup
  up(trx: Trx): Promise<void>
}
