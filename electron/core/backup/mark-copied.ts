/**
 * Marks unsent records in a copied database: the program that goes on with the original may have
 * sent them since.
 */

/**
 * SQL that marks all unsent records as having an unknown outcome since the last change in the copy.
 * That is the earliest time at which they can have been sent: later changes were made in the
 * original, and none of these records was sent before the copy was made.
 */
export const markingCopied = `
  update sync_record set copied_at = (select coalesce(max(at), 0) from change)
  where copied_at is null and resource in ('time', 'expense', 'category') and (
    dirty = 1 or deleted = 1 or exists (
      select 1 from attempt a
      where a.resource = sync_record.resource and a.local_id = sync_record.local_id))`
