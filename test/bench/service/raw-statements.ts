/** SQL of the raw server, for SQLite and PostgreSQL alike. */

export const caller = `
  select t.organisation_id as organisation, u.id as "user"
  from token t join "user" u on u.id = t.user_id
  where t.hash = $1 and t.revoked_at is null and u.current = 1`

export const count = `select count(*) as total from time_entry where organisation_id = $1`

const fields = `
  e.id, e.date, e.start, e.total, e.quantity, e.increment, e.rate, e.notes, e.currency,
  e.created_at, e.updated_at, n.uid,
  p.id as project_id, p.name as project_name, p.code as project_code, p.status as project_status,
  p.type as project_type, p.deleted as project_deleted,
  c.id as client_id, c.name as client_name, c.code as client_code, c.deleted as client_deleted,
  k.id as task_id, k.name as task_name, k.deleted as task_deleted`

const tables = `
  time_entry e
  left join project p on p.id = e.project_id
  left join client c on c.id = p.client_id
  left join task k on k.id = e.task_id
  left join record_uid n
    on n.organisation_id = e.organisation_id and n.resource = 'times' and n.record_id = e.id`

export const list = `
  select ${fields} from ${tables}
  where e.organisation_id = $1
  order by e.date desc, e.start desc, e.tie desc
  limit $2`

export const show = `
  select ${fields},
    p.description as project_description, p.currency as project_currency,
    p.increment as project_increment, p.budget as project_budget,
    p.budget_type as project_budget_type, p.start_date as project_start_date,
    p.end_date as project_end_date, p.created_at as project_created_at,
    p.updated_at as project_updated_at,
    c.phone as client_phone, c.fax as client_fax, c.created_at as client_created_at,
    c.updated_at as client_updated_at, c.contact, c.address, c.postal,
    k.created_at as task_created_at, k.updated_at as task_updated_at
  from ${tables}
  where e.organisation_id = $1 and e.id = $2`

export const project = `
  select increment, rate, currency from project
  where organisation_id = $1 and id = $2 and deleted = 0`

export const task = `select id from task where organisation_id = $1 and id = $2 and deleted = 0`

export const insert = `
  insert into time_entry (
    organisation_id, tie, user_id, project_id, task_id, date, start, total, quantity, increment,
    rate, currency, notes, search, created_at, updated_at
  ) values ($1, 0, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`

export const place = `update time_entry set tie = id where id = $1`

export const sequence = `
  insert into change_counter (organisation_id, sequence) values ($1, 1)
  on conflict (organisation_id) do update set sequence = change_counter.sequence + 1
  returning sequence`

/** The place of a record among the changes: its number is there twice. */
export const change = `
  insert into record_change (organisation_id, resource, record_id, sequence, created_sequence)
  select $1, 'times', $2, n.sequence, n.sequence from (select cast($3 as bigint) as sequence) n`

export const targets = `select webhook_id from webhook_target where organisation_id = $1`
