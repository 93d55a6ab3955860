import type { Clock } from '../../ports.ts'

/** Processes many items in batches and yields to the event loop between them. */
export async function forEachBatch<Item>(
  { clock }: { readonly clock: Clock },
  items: Iterable<Item>,
  each: (item: Item) => void,
  atOnce = 500,
): Promise<void> {
  let done = 0
  for (const item of items) {
    each(item)
    if (++done % atOnce === 0) await clock.sleep(0)
  }
}
