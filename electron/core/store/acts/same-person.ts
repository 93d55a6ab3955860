/** Whose records are compared, where an act may have been done on two computers. */
import { sql } from 'kysely'

/**
 * True unless record `b` is of another person than `a`, which was created here. As long as the
 * service has not told who created what is here, that can be the person of `b`.
 */
export const maybeSamePersonSql = sql`
  (b.user_id is null or b.user_id = a.user_id or not exists (
    select 1 from sync_record person
    where person.resource = 'user' and person.local_id = a.user_id
    and person.remote_id is not null))`
