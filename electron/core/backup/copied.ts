/** Unsent work in a copy: whoever went on with the original may have sent it since. */

/**
 * Marks all that is unsent as of unknown fate, since the last change that is in the copy: later ones
 * were made elsewhere, and nothing of it was sent before it was copied.
 */
export const markingCopied = `
  update sync_record set copied_at = (select coalesce(max(at), 0) from change)
  where copied_at is null and resource in ('time', 'expense', 'category') and (
    dirty = 1 or deleted = 1 or exists (
      select 1 from attempt a
      where a.resource = sync_record.resource and a.local_id = sync_record.local_id))`
