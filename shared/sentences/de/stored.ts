/**
 * German of summaries as earlier versions of Stint worded them. The history keeps the sentence of
 * its day, so these keys stay.
 */
import type { CoreSentences } from '../translator.ts'

export const stored: CoreSentences = {
  '{what} (left as it is, since it was changed later)': '{what} (beibehalten, da später geändert)',
  '{what} (nothing of it was left)': '{what} (nichts mehr rückgängig zu machen)',
  '{what}; made again on the service as a new {kind}': '{what}. Beim Dienst neu angelegt ({kind})',
  '{what}; {count} of them made again on the service as new records':
    '{what}. {count} Datensätze beim Dienst neu angelegt',
  'Undid: {what}': 'Rückgängig gemacht: {what}',
  'Redid: {what}': 'Wiederholt: {what}',
  'Added {kind} {number} of the service': '{kind} {number} vom Dienst hinzugefügt',
  // As a pattern, {kind} ends at the first blank.
  'Added price list item {number} from the service': 'Position {number} vom Dienst hinzugefügt',
  'Deleted what stood twice of {name}': 'Duplikat von {name} gelöscht',
  'Changed {name} as on the service': '{name} vom Dienst aktualisiert',
  'Archived {name} as on the service': '{name} archiviert, wie beim Dienst',
  'Received {name} from the service’s archives': '{name} vom Dienst empfangen (archiviert)',
  'Brought back {name} from the trash': '{name} aus dem Papierkorb wiederhergestellt',
  'Matched {kind} {name} with {other} of the service':
    '{kind} {name} beim Dienst zugeordnet: {other}',
  'Counted {stretch} for {name}': '{stretch} bei {name} mitgezählt',
  'Took {stretch} out of {name}, as an entry of its own':
    '{stretch} aus {name} in einen eigenen Eintrag verschoben',
  'Took {stretch} out of {name}': '{stretch} bei {name} nicht mitgezählt',
  'Stopped {name} where {stretch} began': '{name} zu Beginn von {stretch} gestoppt',
  'Kept what stands here of {name}': 'Eigene Version behalten: {name}',
  'Removed {name}, which was deleted on the service': '{name} entfernt, da beim Dienst gelöscht',
  'The service already has a matching {what} ({number}) and didn’t create a second one':
    'Beim Dienst gibt es schon einen passenden Datensatz ({what} {number}). Ein zweiter wurde nicht angelegt',
  'Kept {name}, which was deleted on the service': '{name} behalten, obwohl beim Dienst gelöscht',
  'Kept {name} that are gone on the service':
    '{name} behalten, obwohl beim Dienst nicht mehr vorhanden',
  'Kept {name} as it stands': '{name} unverändert behalten',
  'Took {name} as the service has it': 'Version des Dienstes übernommen: {name}',
  'Put {name} together from here and the service': 'Beide Versionen zusammengeführt: {name}',
  'Let go of {name}': '{name} auch hier gelöscht',
  'Agreed to remove {name} that are gone on the service':
    '{name} entfernt, da beim Dienst nicht mehr vorhanden',
  'Left out what cannot be read': 'Nicht lesbaren Datensatz übersprungen',
  charge: 'Position',
}
