/** Lists that are shown whole. */
import type { Page } from '#shared/resources/page.ts'

/** All records of a list, asked for page by page. */
export async function everyPage<Item>(ask: (page: number) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const answer = await ask(page)
    items.push(...answer.data)
    if (page >= answer.last_page) return items
  }
}
