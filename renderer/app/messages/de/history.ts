/** Messages about changes and the trash. */
import type * as en from '../en/history.ts'
import type { SameKeys } from '../index.ts'

export const history: SameKeys<typeof en.history> = {
  title: 'Verlauf',
  open: 'Alle anzeigen',
  changes: 'Änderungen',
  trash: 'Papierkorb',
  trashText: 'Gelöschtes bleibt 30 Tage hier.',
  trashEmpty: 'Der Papierkorb ist leer',
  earlier: 'Ältere anzeigen',
  undoOf: 'Rückgängig machen: {summary}',
  was: {
    added: 'hinzugefügt',
    changed: 'geändert',
    deleted: 'gelöscht',
  },
  more: 'und 1 weiterer Datensatz | und {count} weitere Datensätze',
  yes: 'ja',
  no: 'nein',
  kinds: {
    time: 'Eintrag',
    expense: 'Ausgabe',
    category: 'Kategorie',
    project: 'Projekt',
    client: 'Kunde',
    task: 'Aufgabe',
    charge: 'Position',
  },
  deletedAt: 'gelöscht {when}',
  goneThereAt: 'beim Dienst gelöscht, {when}',
  daysLeft: 'noch 1 Tag | noch {count} Tage',
  restore: 'Wiederherstellen',
  discard: 'Endgültig löschen',
  discardTitle: '{title} endgültig löschen?',
  discardText:
    'Das lässt sich nicht rückgängig machen, frühere Änderungen daran auch nicht. Vorhandene Sicherungen enthalten es noch: tägliche etwa vier Wochen, andere, bis neuere sie ersetzen.',
  empty: 'Papierkorb leeren',
  emptyTitle: '1 Element endgültig löschen? | {count} Elemente endgültig löschen?',
}
