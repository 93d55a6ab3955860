/** A text of the app in both languages, and its file. */
export interface Translated {
  where: string
  english: string
  german: string
}

/** Whole words: `\b` does not know that ä is a letter. */
const word = (words: string) => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu')

/** Words that German texts do not use here, and what they say instead. */
const saysInstead: readonly (readonly [RegExp, string])[] = [
  [/fehler|fehlgeschl|fehlschl/i, 'what happened, and what to do'],
  [/ungültig/i, 'what to enter'],
  [word('bitte|leider|hoppla|ups'), 'nothing'],
  [word(String.raw`du|dich|dir|dein\p{L}*|euch|euer|eure\p{L}*`), 'an infinitive'],
  [
    /(?:ist|sind) (?:(?!nicht )\p{L}+ )?nötig|(?<!nicht )nötig (?:ist|sind)|^braucht /iu,
    'eingeben, auswählen',
  ],
  [/abgl(?:eich|ich)|abzugleich|abgeglich/i, 'Synchronisierung, synchronisieren'],
  [/(?:nicht |un)gesendet/i, 'nicht synchronisiert'],
  [/hinaus(?:zu)?g(?:eh|ing)|hinausgegangen|\bgeh\p{L}* (?:\p{L}+ )?hinaus/iu, 'senden'],
  [word(String.raw`holt|holen|geholt|zurück(?:zu|ge)?hol\p{L}*`), 'empfangen, wiederherstellen'],
  [/zurück(?:zu|ge)?(?:nehm|nahm|nimm|nomm)/i, 'rückgängig machen'],
  [/Gerät|[a-zäöüß]gerät|Rechner/, 'Computer'],
  [word(String.raw`Fassung\p{L}*|hiesig\p{L}*`), 'Version'],
  [/Kostenart|\bPosten\b/i, 'Position, Preisliste'],
  [/verrechn|\bberechnet/i, 'abrechenbar'],
  [/(?<!zugriffs|zugriffstoken.*)token(?!.*zugriffstoken)/i, 'Zugriffstoken'],
  [word('nur hier'), 'nur lokal'],
  [/zu entscheiden/i, 'zu prüfen'],
  [/anh[aä]lt|angehalten/i, 'pausieren, stoppen'],
  [/Nummer (?:beim|des|vom) Dienst/, 'ID beim Dienst'],
  [word(String.raw`vorige\p{L}*`), 'vorherige'],
  [/, etwa /, 'z. B.'],
  [/["'”]|“(?=[\p{L}\p{N}])/u, '„ “ ’'],
  [/\.{3}/, ' …'],
  [/[\p{L}\p{N}“)]…/u, 'a blank before …'],
  [/\d%/, 'a blank before %'],
  [/—/, ' – '],
]

/** Without names of commands, flags and files, and with a number in place of a placeholder. */
const plain = (text: string): string =>
  text.replaceAll("{'@'}", '@').replaceAll(/`[^`]*`|--[a-z][\w-]*|\b[\w-]+\.[a-z]\w*|\{\w+\}/g, '0')

/** A German text follows the rules of its English one. */
function unlike(english: string, german: string): string[] {
  const stops = english.endsWith('.')
  return [
    ...(german.includes(';') && !english.includes(';') ? ['“;”, but: two sentences'] : []),
    ...(german.endsWith('.') === stops
      ? []
      : [stops ? 'ends without a full stop' : 'ends in a full stop']),
  ]
}

function reasonsOf({ english, german }: Translated): string[] {
  const [englishForms, germanForms] = [english, german].map((text) => plain(text).split(' | '))
  const said = saysInstead.flatMap(([pattern, instead]) => {
    const found = germanForms!.map((form) => pattern.exec(form)?.[0]).find(Boolean)
    return found === undefined ? [] : [`“${found.trim()}”, but: ${instead}`]
  })
  const shapes = germanForms!.flatMap((form, nth) =>
    unlike(englishForms![nth] ?? englishForms!.at(-1)!, form),
  )
  return [...said, ...new Set(shapes)]
}

/**
 * The problems of German texts: a line for each that uses a wrong word, or ends differently from
 * its English one.
 */
export const faultsIn = (texts: Iterable<Translated>): string[] =>
  [...texts].flatMap((text) => {
    const reasons = reasonsOf(text)
    return reasons.length === 0 ? [] : [`${text.where}: ${text.german} ← ${reasons.join('; ')}`]
  })

/** Arguments for texts that are functions: of one, of several, and of each cause of a question. */
const values: readonly (readonly unknown[])[] = [
  ...[1, 2].map((count) => [count, 'b', 'c']),
  ...['idle', 'sleep', 'lock', 'switch', 'shutdown', 'restart', 'gap'].map((cause) => [cause, 'b']),
]

/** Every text in two message trees with the same keys, with the results of functions. */
export function translated(english: unknown, german: unknown, where: string): Translated[] {
  if (typeof german === 'string')
    return typeof english === 'string' ? [{ where, english, german }] : []
  if (typeof german === 'function') {
    const [inEnglish, inGerman] = [english, german] as ((...of: unknown[]) => unknown)[]
    return values.flatMap((of) => translated(inEnglish!(...of), inGerman!(...of), where))
  }
  if (!german || typeof german !== 'object') return []
  return Object.entries(german).flatMap(([key, words]) =>
    translated((english as Record<string, unknown> | undefined)?.[key], words, `${where} ${key}`),
  )
}
