/** Rows of a report, on both levels. */
import type { ReportKind, ReportRow } from '#shared/ipc/reports.ts'

/** Which row of a report: its key, and that of the row that it is within. */
export interface RowPath {
  by: ReportKind
  key: ReportRow['key']
  within?: { by: ReportKind; key: ReportRow['key'] }
}

export const isSameRow = (one: RowPath | undefined, other: RowPath): boolean =>
  one?.by === other.by && one.key === other.key && one.within?.key === other.within?.key
