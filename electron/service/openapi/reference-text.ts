/** The texts of the reference. Parts between backquotes are shown as code. */
import type { Capability } from '#shared/resources/service-info.ts'
import { webhookEvents } from '#shared/resources/webhook.ts'

export const referenceIntroduction =
  'This API manages the time entries, expenses, categories, and webhooks of an organization. Requests and responses are JSON. Every request needs a token, unless its endpoint is open.'

export const capabilityDescriptions: Readonly<Record<Capability, string>> = {
  reference: 'Adds endpoints for projects, clients, tasks, charges, rates, and users.',
  restore: 'Restores archived categories.',
  webhooks: 'Creates, updates, and deletes webhooks, and delivers signed events to them.',
  idempotency:
    'Makes a POST with an `Idempotency-Key` safe to repeat: for 24 hours, the same key and body return the first response again.',
  conditional:
    'Returns records with an `ETag`. A PUT or DELETE with `If-Match` returns 412 if the record has changed since.',
  changes:
    'Returns a feed of changes without gaps, as pages with a cursor and as a stream. Deletions stay in the feed for 90 days.',
  user: 'Adds the person whose entry it is to time entries and expenses, with `include=user`.',
  epoch: 'Tells clients when the service was set back, for example to a backup.',
  uid: 'Lets clients name the time entries, expenses, and categories that they create with a `uid`, so that creating one again returns the existing record.',
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
      'Send a token with every request, in the header `Authorization: Bearer <token>`. A token belongs to one person in one organization. The operator creates it with `stint service token add`, which shows it only once.',
      'People see all records of their own organization and none of any other: the ID of another organization’s record returns 404, like an ID that doesn’t exist. Members can write their own time entries and expenses, and categories. Owners can also write everyone’s entries, the reference records, and webhooks. The token of a person who has left returns 401.',
    ],
  },
  {
    anchor: 'conventions',
    title: 'Conventions',
    paragraphs: [
      'Bodies are JSON objects in UTF-8, up to 256 KiB and 64 levels deep. IDs are integers. Integers are exact from −9,007,199,254,740,991 to 9,007,199,254,740,991. Dates have the format `YYYY-MM-DD`, and timestamps have the format `YYYY-MM-DD HH:MM:SS` in UTC. Money amounts are integers in the smallest unit of a currency, from −1,000,000,000,000 to 1,000,000,000,000, totals of expenses included. Currencies are three-letter codes.',
      'The service trims text, saves blank notes as null, and ignores unknown fields and parameters. Creating, updating, or deleting a record returns `success` and the record under its name. Getting a single record returns the record itself.',
    ],
  },
  {
    anchor: 'pages',
    title: 'Pages',
    paragraphs: [
      'Every list returns pages of 15 records, or of up to 100 with `limit`, in an envelope of ten fields. `next_page_url` and `prev_page_url` repeat the parameters of the request. Records with the same sort key are in the order of their IDs, so pages never overlap.',
    ],
  },
  {
    anchor: 'problems',
    title: 'Errors',
    paragraphs: [
      'Every response that isn’t a success has a `message` for people. If a value needs to change, the status is 422, and `errors` lists messages by field or parameter. A method that a URL doesn’t support returns 405 with an `Allow` header. A request that isn’t valid HTTP returns 400, one that arrives too slowly returns 408, and one with more than 16 KiB of headers returns 431, all without a body. Rely on the status, not on the messages.',
    ],
  },
  {
    anchor: 'events',
    title: 'Events',
    capability: 'webhooks',
    paragraphs: [
      `Webhooks receive these events: ${webhookEvents.map((name) => `\`${name}\``).join(', ')}. Each event is a POST of \`{id, event, created_at, data}\` to the webhook’s \`uri\`. \`data\` is the record. After a deletion, it’s the record as it was before.`,
      'The header `Stint-Signature: t=…,v1=…` proves that an event comes from the service. `v1` is the HMAC-SHA256, in hexadecimal, of `t`, a period, and the exact body. Its key is the secret returned when the webhook was created. Compare signatures in constant time, and reject events whose `t` is minutes old.',
      'Any 2xx status completes a delivery. Otherwise, the service retries it for 24 hours, with longer and longer pauses. An event can arrive more than once, or after a later one. Use its `id` to detect repeats, and the `updated_at` in its `data` to find the newest version.',
    ],
  },
]

export const referenceSections = (
  capabilities: ReadonlySet<Capability>,
): readonly ReferenceSection[] =>
  all.filter(({ capability }) => capability === undefined || capabilities.has(capability))
