/** Recognising, among what the service shows, an entry that was sent and lost its answer. Pure. */
import {
  sameTimeVersion,
  type TimeFields,
  type TimeVersion,
} from '#shared/resources/time-version.ts'

/** Two creates of one key cannot be told apart on the service, so they go one after the other. */
export const naturalKey = (fields: TimeFields): string =>
  JSON.stringify([
    fields.project_id,
    fields.task_id,
    fields.date,
    fields.start,
    fields.quantity,
    fields.notes,
  ])

/** Every field as it was sent, after normalising. */
export const isExactly = (sent: TimeVersion, seen: TimeVersion): boolean =>
  sameTimeVersion(sent, seen)

/** The same work at the same time; the notes may have been written differently by the service. */
export const isNearly = (sent: TimeVersion, seen: TimeVersion): boolean =>
  sameTimeVersion({ ...sent, notes: null }, { ...seen, notes: null })
