/** The events that a webhook can be told of, as its form offers them. */
import type { Webhook, WebhookEvent } from '#shared/resources/webhook.ts'
import type { RecordForm } from '../../app/form-conflicts.ts'

export const eventsByResource = {
  times: ['times.created', 'times.updated', 'times.deleted'],
  expenses: ['expenses.created', 'expenses.updated', 'expenses.deleted'],
  categories: [
    'categories.created',
    'categories.updated',
    'categories.deleted',
    'categories.restored',
  ],
} as const satisfies Record<string, readonly WebhookEvent[]>

export type EventResource = keyof typeof eventsByResource
export const eventResources = Object.keys(eventsByResource) as EventResource[]

/** Every event of the form, in its order; what Stint does not know is left out. */
export const knownEvents = (events: readonly string[]): WebhookEvent[] =>
  eventResources
    .flatMap((resource): readonly WebhookEvent[] => eventsByResource[resource])
    .filter((event) => events.includes(event))

/** What stands in the form. */
export interface WebhookDraft {
  uri: string
  events: ReadonlySet<WebhookEvent>
}

export type EditedWebhook = RecordForm<Webhook, WebhookDraft>

export const draftOf = (webhook: Webhook | undefined): WebhookDraft => ({
  uri: webhook?.uri ?? '',
  events: new Set(knownEvents(webhook?.events ?? [])),
})

/** What happened, without to what: `created`. */
export const actionOf = (event: WebhookEvent) =>
  event.split('.')[1] as 'created' | 'updated' | 'deleted' | 'restored'

/** As the service will take it, so that a slip is noticed before it is asked. */
export const isWebhookAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#]\S*$/i.test(text.trim())
