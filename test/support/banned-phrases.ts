/**
 * Phrases that comments and documents do without: riddles, actors without a name, and idioms for
 * which the field has a word.
 */
export const bannedPhrases: readonly string[] = [
  ...['anew', 'whoever', 'whatever', 'nobody', 'somebody', 'meanwhile', 'fate'],
  ...['of whom', 'by itself', 'by themselves', 'in sight', 'a breath', 'its turn'],
  ...['what stands', 'stands here', 'stands there', 'stands beside', 'stands under'],
  ...['is to be said', 'is to be told', 'is to be heard', 'hears of', 'heard of'],
  ...['lets go', 'letting go', 'the matter with', 'at our wish', 'at their wish'],
]
