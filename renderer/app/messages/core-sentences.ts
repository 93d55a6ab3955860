/** How a window says what the core says: with moments in the person's format. */
import { fillIn, type Text } from '#shared/sentences/sentence.ts'
import {
  createTranslator,
  type CoreTranslations,
  type TranslateCore,
} from '#shared/sentences/translator.ts'
import { formatClock, formatShortDay } from '../../ui/format.ts'

/** Writes a moment of the core's in the person's format. */
function moment(text: string): string {
  const [, date, hour, minute] = /^(\S+) (\d\d):(\d\d)$/.exec(text)!
  return `${formatShortDay(date!)}, ${formatClock(Number(hour) * 60 + Number(minute))}`
}

/** Says what the core says, where the window speaks English as well. */
export const untranslated = (text: Text): string =>
  typeof text === 'string' ? text : fillIn(text.text, text.values, { moment, text: untranslated })

export const createCoreTranslator = (words: CoreTranslations): TranslateCore =>
  createTranslator(words, { moment })
