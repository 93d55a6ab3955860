import type { Translate } from '../messages/index.ts'

/** Words in double quotation marks of any kind, apart from a lone one such as in `5"`. */
const quotation = /(?<=^|[\s(])(?:"([^"]+)"|“([^”]+)”|„([^“”]+)[“”])(?=$|[\s).,:;!?])/g

/**
 * The service's own words, in quotation marks. Marks within them become the inner ones of the
 * window's language, so that no two of the same kind stand side by side.
 */
export const quoteServiceMessage = (words: string, t: Translate): string =>
  t('quoted.text', {
    text: words.replaceAll(quotation, (_, straight?: string, high?: string, low?: string) =>
      t('quoted.inner', { text: straight ?? high ?? low }),
    ),
  })
