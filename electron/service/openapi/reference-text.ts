/** The texts of the reference. Parts between backquotes are shown as code. */
import type { Capability } from '#shared/resources/service-info.ts'
import { webhookEvents } from '#shared/resources/webhook.ts'
import type { OperationTag } from './operation.ts'

export const referenceIntroduction =
  'Times, expenses, categories and webhooks of an organization. Requests and answers are JSON; every request but those marked as open carries a token.'

export const tagDescriptions: Readonly<Record<OperationTag, string>> = {
  Times: 'Work on a project and a task: a day, a start and a number of increments.',
  Expenses: 'Costs on a project: by a pre-defined charge, or one-off.',
  Categories: 'Groups of tasks and charges. A deleted category is archived and can come back.',
  Webhooks: 'Subscriptions to events.',
  Projects: 'What work is done for: a client’s, or the organization’s own.',
  Clients: 'Whom projects are done for.',
  Tasks: 'Kinds of work.',
  Charges: 'Pre-defined amounts that expenses use.',
  Rates: 'Exchange rates for expenses in another currency than their project’s.',
  Users: 'The people of the organization.',
  Changes: 'What was created, changed and deleted, in the order in which it was committed.',
  Service: 'The service itself.',
}

export const capabilityDescriptions: Readonly<Record<Capability, string>> = {
  reference: 'Projects, clients, tasks, charges, rates and users have endpoints of their own.',
  restore: 'An archived category can be restored.',
  webhooks: 'Webhooks can be made, changed and removed, and events are delivered to them, signed.',
  idempotency:
    'A POST with an `Idempotency-Key` can be repeated safely: the same key and body answer the first response again for 24 hours.',
  conditional:
    'Records carry an `ETag`; `If-Match` on PUT and DELETE is answered 412 when the record has changed since.',
  changes:
    'A feed of changes with a cursor, without gaps, and as a stream. Deletions stay in it for 90 days.',
  user: '`include=user` adds whose entry it is to times and expenses.',
}

/** The sections before the endpoints: a heading, an anchor and paragraphs. */
export interface ReferenceSection {
  readonly anchor: string
  readonly title: string
  /** Shown only where this is switched on. */
  readonly capability?: Capability
  readonly paragraphs: readonly string[]
}

const all: readonly ReferenceSection[] = [
  {
    anchor: 'authorization',
    title: 'Authorization',
    paragraphs: [
      'Every request carries `Authorization: Bearer` and a token. A token belongs to one person of one organization; the operator makes it with `stint service token add`, and it is shown once.',
      'People see the records of their whole organization and nothing of another: another organization’s id is answered 404, like one that does not exist. Members write their own times and expenses, and categories. Owners write everyone’s, the reference records and webhooks. The token of a person who has left is answered 401.',
    ],
  },
  {
    anchor: 'conventions',
    title: 'Conventions',
    paragraphs: [
      'Bodies are JSON objects in UTF-8, at most 256 KiB. Integers are kept exactly up to 9,007,199,254,740,991 either way; ids are integers. A date is `YYYY-MM-DD`, a timestamp `YYYY-MM-DD HH:MM:SS` in UTC. Money is an integer in the smallest unit of a currency, a currency a three-letter code.',
      'Text is trimmed; blank notes are kept as null. Fields and parameters that are not known here are ignored. A store, update or delete answers `success` and the record under its name, a show answers the record alone.',
    ],
  },
  {
    anchor: 'pages',
    title: 'Pages',
    paragraphs: [
      'Every list comes in pages of 15, or of `limit` up to 100, in an envelope of ten fields. `next_page_url` and `prev_page_url` repeat the parameters that were given. Records that are equal by the sort key come by id, so that pages never overlap.',
    ],
  },
  {
    anchor: 'problems',
    title: 'Problems',
    paragraphs: [
      'What is not a success has a `message` for people. Where something needs another value, the status is 422 and `errors` lists texts by field or parameter. A method that an address does not take is answered 405 with `Allow`. What cannot be read as HTTP, comes too slowly or has more than 16 KiB of headers is answered 400, 408 or 431 without a body. Decide by the status, not by the texts.',
    ],
  },
  {
    anchor: 'events',
    title: 'Events',
    capability: 'webhooks',
    paragraphs: [
      `A webhook is told of ${webhookEvents.map((name) => `\`${name}\``).join(', ')}. Each is a POST of \`{id, event, created_at, data}\` to its \`uri\`; \`data\` is the record, a deleted one as it was.`,
      '`Stint-Signature: t=…,v1=…` proves where it comes from: `v1` is the HMAC-SHA256, in hexadecimal, of `t`, a full stop and the exact body, with the secret that storing the webhook answered. Compare it in constant time, and turn away a `t` that is minutes old.',
      'Any status of 2xx ends a delivery. Otherwise it is tried again, after longer and longer pauses, for 24 hours. An event can arrive twice, and after a later one: go by its `id`, and by `updated_at` inside.',
    ],
  },
]

export const referenceSections = (
  capabilities: ReadonlySet<Capability>,
): readonly ReferenceSection[] =>
  all.filter(({ capability }) => capability === undefined || capabilities.has(capability))
