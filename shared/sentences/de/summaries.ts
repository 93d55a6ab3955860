/**
 * German of the summaries of changes. Those of the history that were written as text, by earlier
 * versions of Stint, are told by the same table, as patterns: the longer ones come first.
 */

/** What a change was made to, where it is not one record. */
export const counts = {
  '1 entry': '1 Eintrag',
  '1 expense': '1 Ausgabe',
  '1 category': '1 Kategorie',
  '1 record': '1 Datensatz',
  '{count} entries': '{count} Einträge',
  '{count} expenses': '{count} Ausgaben',
  '{count} categories': '{count} Kategorien',
  '{count} records': '{count} Datensätze',
  '{subject} and 1 expense': '{subject} und 1 Ausgabe',
  '{subject} and {count} expenses': '{subject} und {count} Ausgaben',
}

export const summaries = {
  'Split {subject}': '{subject} geteilt',
  'Merged {count} entries': '{count} Einträge zusammengeführt',
  'Duplicated {subject}': '{subject} dupliziert',
  '{summary} (kept, because it was changed later)': '{summary} (beibehalten, da später geändert)',
  'Undone: {summary}': 'Rückgängig gemacht: {summary}',
  'Redone: {summary}': 'Wiederholt: {summary}',
  '{summary} (nothing left to undo)': '{summary} (nichts mehr rückgängig zu machen)',
  '{summary}, and {count} more': '{summary}, und {count} weitere',
  '{summary}, without its second half': '{summary}, ohne die zweite Hälfte',
  '{summary}. It will be created on the service as a new {kind}':
    '{summary}. Wird beim Dienst neu angelegt ({kind})',
  '{summary}. {count} will be created on the service as new records':
    '{summary}. {count} Datensätze werden beim Dienst neu angelegt',
  'Changed the timesheet': 'Stundenzettel geändert',
  '{summary}, changed {count}': '{summary}, {count} geändert',
  '{summary}, deleted {count}': '{summary}, {count} gelöscht',
  'Changed the running timer': 'Laufenden Timer geändert',
  'Deleted duplicate of {subject}': 'Duplikat von {subject} gelöscht',
  'Updated {subject} from the service': '{subject} vom Dienst aktualisiert',
  'Archived {subject}, as on the service': '{subject} archiviert, wie beim Dienst',
  'Received archived {subject} from the service': '{subject} vom Dienst empfangen (archiviert)',
  'Received {subject} from the service': '{subject} vom Dienst empfangen',
  'Received {subject} and removed {removed}, as on the service':
    '{subject} empfangen und {removed} entfernt, wie beim Dienst',
  'Removed {subject} that are no longer on the service':
    '{subject} entfernt, da nicht mehr beim Dienst',
  'Removed {subject}, which is no longer on the service':
    '{subject} entfernt, da nicht mehr beim Dienst',
  'Restored {subject} from trash': '{subject} aus dem Papierkorb wiederhergestellt',
  'Matched {kind} “{name}” with “{other}” on the service':
    '{kind} „{name}“ beim Dienst zugeordnet: „{other}“',
  'Matched 1 name with the service': '1 Name beim Dienst zugeordnet',
  'Matched {count} names with the service': '{count} Namen beim Dienst zugeordnet',
  'Imported {subject} from {file}': '{subject} aus {file} importiert',
  'Counted {stretch} toward {subject}': '{stretch} bei {subject} mitgezählt',
  'Moved {stretch} from {subject} to a separate entry':
    '{stretch} aus {subject} in einen eigenen Eintrag verschoben',
  'Left {stretch} out of {subject}': '{stretch} bei {subject} nicht mitgezählt',
  'Stopped {subject} at the start of {stretch}': '{subject} zu Beginn von {stretch} gestoppt',
  'Kept your version of {subject}': 'Eigene Version behalten: {subject}',
  'Kept the duration of {subject}': 'Dauer von {subject} behalten',
  'Counted {subject} as {minutes} minutes ({now}) instead of {before} ({former})':
    '{subject} zählt {minutes} Minuten ({now}) statt {before} ({former})',
  'Changed {subject} from {before} to {amount}': '{subject} von {before} auf {amount} geändert',
  'Used the service’s price of {subject}': 'Preis des Dienstes für {subject} verwendet',
  'Kept {subject} as a draft with {amount}': '{subject} mit {amount} als Entwurf behalten',
  'The price of {subject} is now {price} instead of {before}':
    'Der Preis von {subject} ist jetzt {price} statt {before}',
  'The rate of {subject} is now {rate} instead of {before}':
    'Der Stundensatz von {subject} ist jetzt {rate} statt {before}',
  'Kept {subject}, deleted on the service': '{subject} behalten, obwohl beim Dienst gelöscht',
  'Kept {subject} missing from the service':
    '{subject} behalten, obwohl beim Dienst nicht mehr vorhanden',
  'Kept {subject} as is': '{subject} unverändert behalten',
  'Used the service’s version of {subject}': 'Version des Dienstes übernommen: {subject}',
  'Merged both versions of {subject}': 'Beide Versionen zusammengeführt: {subject}',
  'Sent {subject} again': '{subject} erneut gesendet',
  'Deleted {subject} here too': '{subject} auch hier gelöscht',
  'Removed {subject} missing from the service':
    '{subject} entfernt, da beim Dienst nicht mehr vorhanden',
  'Sent {subject} from the folder that was moved here':
    '{subject} aus dem hierher verschobenen Ordner gesendet',
  'Asked about each of {subject} from the folder that was copied here':
    'Einzeln zu prüfen: {subject} aus dem hierher kopierten Ordner',
  'Kept the hours of {subject} from here and elsewhere':
    'Stunden von hier und von anderswo behalten: {subject}',
  'Kept the hours of {subject} from here': 'Stunden von hier behalten: {subject}',
  'Kept the hours from elsewhere, not {subject}': 'Stunden von anderswo behalten, nicht {subject}',
  'Kept {subject} created on another computer, too':
    '{subject} behalten, obwohl auch auf einem anderen Computer angelegt',
  'Deleted duplicates of {subject} created on another computer, too':
    'Duplikate gelöscht, die auf einem anderen Computer angelegt wurden: {subject}',
  'Skipped an unreadable record': 'Nicht lesbaren Datensatz übersprungen',
  'Deleted 1 item forever': '1 Element endgültig gelöscht',
  'Deleted {count} items forever': '{count} Elemente endgültig gelöscht',
  'Added {kind} “{name}”': '{kind} „{name}“ hinzugefügt',
  'Changed {kind} “{name}”': '{kind} „{name}“ geändert',
  'Deleted {kind} “{name}”': '{kind} „{name}“ gelöscht',
  'Archived {kind} “{name}”': '{kind} „{name}“ archiviert',
  'Restored {kind} “{name}”': '{kind} „{name}“ wiederhergestellt',
  'Added {kind} {number} from the service': '{kind} {number} vom Dienst hinzugefügt',
  'Added {subject}': '{subject} hinzugefügt',
  'Changed {subject}': '{subject} geändert',
  'Deleted {subject}': '{subject} gelöscht',
  'Started {subject}': '{subject} gestartet',
  'Stopped {subject}': '{subject} gestoppt',
  'Discarded {subject}': '{subject} verworfen',
}
