/** All migrations, in order. A static list, so that a bundle contains them. */
import type { Migration } from './migration.ts'
import { client } from './0020-client.ts'
import { model } from './0010-model.ts'
import { service } from './0030-service.ts'
import { categoryProjects } from './0040-category-projects.ts'
import { postgres } from './0050-postgres.ts'
import { beyond } from './0060-beyond.ts'
import { readIndexes } from './0070-read-indexes.ts'
import { entryCounts } from './0080-entry-counts.ts'
import { searchIndex } from './0090-search-index.ts'
import { sync } from './0100-sync.ts'
import { trash } from './0110-trash.ts'
import { journal } from './0130-journal.ts'
import { syncLog } from './0140-sync-log.ts'
import { categoryUse } from './0150-category-use.ts'
import { syncEvidence } from './0160-sync-evidence.ts'
import { timerAway } from './0170-timer-away.ts'
import { reportIndexes } from './0200-report-indexes.ts'
import { imported } from './0210-imported.ts'
import { leftOut } from './0220-left-out.ts'
import { copied } from './0230-copied.ts'

export const migrations: readonly Migration[] = [
  model,
  client,
  service,
  categoryProjects,
  postgres,
  beyond,
  readIndexes,
  entryCounts,
  searchIndex,
  sync,
  trash,
  journal,
  syncLog,
  categoryUse,
  syncEvidence,
  timerAway,
  reportIndexes,
  imported,
  leftOut,
  copied,
]
