/** Cards about the same event, which are answered together until the person looks at each. */
import { maxBulkRecords } from '#shared/rules/bulk-limit.ts'
import { isAboutSetBack, type InboxCard } from '#shared/resources/inbox-card.ts'

export interface CardGroup {
  card: InboxCard
  /** Cards about the same event that get the same answer. */
  alike: readonly InboxCard[]
}

/** Puts all cards about a service that was set back in the place of the first one. */
export function groupCards(cards: readonly InboxCard[], apart: boolean): CardGroup[] {
  const lost = apart ? [] : cards.filter(isAboutSetBack).slice(0, maxBulkRecords)
  const [first, ...alike] = lost
  const others = new Set(alike)
  return cards
    .filter((card) => !others.has(card))
    .map((card) => ({ card, alike: card === first ? alike : [] }))
}
