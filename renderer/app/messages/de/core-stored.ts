/**
 * Summaries of changes as former versions worded them: a history keeps what was written
 * then, and is read in German all the same. What is written now stands in the other files.
 */
import type { Sentences } from '../sentences.ts'

export const stored: Sentences = {
  '{what} (left as it is, since it was changed later)':
    '{what} (so gelassen, da es später geändert wurde)',
  '{what} (nothing of it was left)': '{what} (nichts davon war übrig)',
  '{what}; made again on the service as a new {kind}': '{what}; beim Dienst neu angelegt ({kind})',
  '{what}; {count} of them made again on the service as new records':
    '{what}; {count} davon beim Dienst neu angelegt',
  'Undid: {what}': 'Zurückgenommen: {what}',
  'Redid: {what}': 'Wiederholt: {what}',
  'Added project {number} of the service': 'Projekt {number} vom Dienst hinzugefügt',
  'Added task {number} of the service': 'Aufgabe {number} vom Dienst hinzugefügt',
  'Added client {number} of the service': 'Kunde {number} vom Dienst hinzugefügt',
  'Added charge {number} of the service': 'Kostenart {number} vom Dienst hinzugefügt',
  'Added charge {name}': 'Kostenart {name} angelegt',
  'Changed charge {name}': 'Kostenart {name} geändert',
  'Deleted charge {name}': 'Kostenart {name} gelöscht',
  'Deleted what stood twice of {name}': 'Doppeltes von {name} gelöscht',
  'Changed {name} as on the service': '{name} wie beim Dienst geändert',
  'Archived {name} as on the service': '{name} wie beim Dienst archiviert',
  'Received {name} from the service’s archives': '{name} aus dem Archiv des Dienstes erhalten',
  'Brought back {name} from the trash': '{name} aus dem Papierkorb zurückgeholt',
  'Matched {kind} {name} with {other} of the service':
    '{kind} {name} {other} des Dienstes zugeordnet',
  'Counted {stretch} for {name}': '{stretch} für {name} gezählt',
  'Took {stretch} out of {name}, as an entry of its own':
    '{stretch} aus {name} herausgenommen, als eigenen Eintrag',
  'Took {stretch} out of {name}': '{stretch} aus {name} herausgenommen',
  'Stopped {name} where {stretch} began': '{name} am Beginn von {stretch} gestoppt',
  'Kept what stands here of {name}': 'Hiesige Fassung von {name} behalten',
  'Kept {name}, which was deleted on the service': '{name} behalten, obwohl beim Dienst gelöscht',
  'Kept {name} that are gone on the service': '{name} behalten, obwohl beim Dienst verschwunden',
  'Kept {name} as it stands': '{name} belassen, wie es ist',
  'Took {name} as the service has it': '{name} vom Dienst übernommen',
  'Put {name} together from here and the service': '{name} aus beiden Fassungen zusammengesetzt',
  'Let go of {name}': '{name} auch hier gelöscht',
  'Agreed to remove {name} that are gone on the service':
    'Entfernen von {name} zugestimmt, da beim Dienst verschwunden',
  'Left out what cannot be read': 'Nicht Lesbares weggelassen',
  charge: 'Kostenart',
}
