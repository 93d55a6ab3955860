/** All migrations, in order. A static list, so that a bundle contains them. */
import type { Migration } from './migration.ts'
import { clientMigration } from './0020-client.ts'
import { modelMigration } from './0010-model.ts'
import { serviceMigration } from './0030-service.ts'
import { categoryProjectsMigration } from './0040-category-projects.ts'
import { postgresMigration } from './0050-postgres.ts'
import { serviceCapabilitiesMigration } from './0060-beyond.ts'
import { readIndexesMigration } from './0070-read-indexes.ts'
import { entryCountsMigration } from './0080-entry-counts.ts'
import { searchIndexMigration } from './0090-search-index.ts'
import { syncMigration } from './0100-sync.ts'
import { trashMigration } from './0110-trash.ts'
import { journalMigration } from './0130-journal.ts'
import { syncLogMigration } from './0140-sync-log.ts'
import { categoryUseMigration } from './0150-category-use.ts'
import { syncEvidenceMigration } from './0160-sync-evidence.ts'
import { timerAwayMigration } from './0170-timer-away.ts'
import { reportIndexesMigration } from './0200-report-indexes.ts'
import { importedMigration } from './0210-imported.ts'
import { leftOut } from './0220-left-out.ts'
import { copied } from './0230-copied.ts'
import { retiredCreated } from './0240-retired-created.ts'
import { serviceState } from './0250-service-state.ts'
import { units } from './0260-units.ts'
import { splitHalves } from './0270-split-halves.ts'
import { recordUids } from './0280-record-uids.ts'
import { entryUids } from './0290-entry-uids.ts'
import { undoing } from './0300-undoing.ts'
import { deliveryRecords } from './0310-delivery-records.ts'
import { removedIds } from './0320-removed-ids.ts'
import { reportFacts } from './0330-report-facts.ts'
import { withoutNotes } from './0340-without-notes.ts'
import { searchMerges } from './0350-search-merges.ts'
import { searchedCreates } from './0360-searched-creates.ts'
import { changeSentences } from './0370-change-sentences.ts'

export const migrations: readonly Migration[] = [
  modelMigration,
  clientMigration,
  serviceMigration,
  categoryProjectsMigration,
  postgresMigration,
  serviceCapabilitiesMigration,
  readIndexesMigration,
  entryCountsMigration,
  searchIndexMigration,
  syncMigration,
  trashMigration,
  journalMigration,
  syncLogMigration,
  categoryUseMigration,
  syncEvidenceMigration,
  timerAwayMigration,
  reportIndexesMigration,
  importedMigration,
  leftOut,
  copied,
  retiredCreated,
  serviceState,
  units,
  splitHalves,
  recordUids,
  entryUids,
  undoing,
  deliveryRecords,
  removedIds,
  reportFacts,
  withoutNotes,
  searchMerges,
  searchedCreates,
  changeSentences,
]
