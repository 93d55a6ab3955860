/** The events that a webhook can subscribe to, as its form offers them. */
import type { Webhook, WebhookEvent } from '#shared/resources/webhook.ts'
import type { RecordForm } from '../../app/forms/use-form-conflicts.ts'

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

/** The form's events in its order; events unknown to Stint are left out. */
export const toKnownEvents = (events: readonly string[]): WebhookEvent[] =>
  eventResources
    .flatMap((resource): readonly WebhookEvent[] => eventsByResource[resource])
    .filter((event) => events.includes(event))

/** The form's state. */
export interface WebhookDraft {
  uri: string
  events: ReadonlySet<WebhookEvent>
}

export type EditedWebhook = RecordForm<Webhook, WebhookDraft>

export const toWebhookDraft = (webhook: Webhook | undefined): WebhookDraft => ({
  uri: webhook?.uri ?? '',
  events: new Set(toKnownEvents(webhook?.events ?? [])),
})

/** What happened, without the resource: `created`. */
export const webhookAction = (event: WebhookEvent) =>
  event.split('.')[1] as 'created' | 'updated' | 'deleted' | 'restored'

/** True for a URL that the service accepts, so that a typo is noticed before sending. */
export const isWebhookAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#]\S*$/i.test(text.trim())
