import { english, type PaperTexts } from './paper-texts.ts'

/** Loads the words of papers in a language; English where it has none. */
export const loadPaperTexts = async (language: string): Promise<PaperTexts> =>
  language === 'de' ? (await import('./de/paper.ts')).german : english
