/** Reads lists that are shown completely. */
import type { Page } from '#shared/resources/page.ts'

/** Reads all records of a list, page by page. */
export async function fetchAllPages<Item>(
  ask: (page: number) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const answer = await ask(page)
    for (const item of answer.data) items.push(item)
    if (page >= answer.last_page) return items
  }
}
