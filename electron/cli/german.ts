/** German of failures. It is loaded to say one. */
import type { Failure } from '#shared/errors.ts'
import * as german from '#shared/sentences/de/core.ts'
import {
  createTranslator,
  translateFailure,
  type CoreSentences,
} from '#shared/sentences/translator.ts'

/** What the command line itself finds in a call. Texts without a key are said in English. */
export const calls: CoreSentences = {
  'See `{command}`': 'Siehe `{command}`',
  'No command given': 'Kein Befehl angegeben',
  'Unknown command “{name}”': 'Unbekannter Befehl „{name}“',
  'Unknown flag {flag}': 'Unbekannte Option {flag}',
  'Unexpected argument: “{words}”': 'Unerwartetes Argument: „{words}“',
  '`{command}` doesn’t take {flag}': '`{command}` hat keine Option {flag}',
  '{flag} needs a value': '{flag} braucht einen Wert',
  'If it starts with a dash, write {flag}':
    'Beginnt er mit einem Minuszeichen, so eingeben: {flag}',
  '{flag} takes 1 or 0, not “{value}”': '{flag} nimmt 1 oder 0, nicht „{value}“',
  '{flag} needs one of {choices}': '{flag} braucht eines davon: {choices}',
  '{flag} needs a whole number': '{flag} braucht eine ganze Zahl',
  '{flag} needs a day, like 2026-11-20, Nov 20, yesterday, or last Friday':
    '{flag} braucht einen Tag wie 2026-11-20, 20. November, gestern oder letzten Freitag',
  '{flag} needs a time, like 9, 09:30, or 9:30pm':
    '{flag} braucht eine Uhrzeit wie 9, 09:30 oder 9:30pm',
  '{flag} needs a duration, like 15m, 1h30, or 1.5h':
    '{flag} braucht eine Dauer wie 15m, 1h30 oder 1.5h',
  'Give one ID: {example}': 'Eine ID angeben: {example}',
  '“{text}” isn’t a {kind} here': 'Hier nicht gefunden ({kind}): „{text}“',
  'Start one with `stint start`': 'Mit `stint start` starten',
  'Nothing to change': 'Nichts zu ändern',
  'Add a field, like {example}': 'Ein Feld angeben, zum Beispiel {example}',
  'Something went wrong in Stint': 'In Stint ist ein unerwartetes Problem aufgetreten',
  'Set STINT_LOG=1 for details': 'Mehr dazu mit STINT_LOG=1',
}

export const inGerman = (failure: Failure): Failure =>
  translateFailure(failure, createTranslator({ ...german, core: { ...calls, ...german.core } }))
