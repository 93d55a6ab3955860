/** Words about changes, and about what was deleted. */
import type * as en from '../en/history.ts'
import type { Same } from '../index.ts'

export const history: Same<typeof en.history> = {
  title: 'Verlauf',
  open: 'Alle',
  changes: 'Änderungen',
  trash: 'Papierkorb',
  trashText: 'Gelöschtes bleibt hier 30 Tage.',
  trashEmpty: 'Der Papierkorb ist leer.',
  earlier: 'Frühere',
  undoOf: 'Rückgängig: {summary}',
  was: {
    added: 'hinzugefügt',
    changed: 'geändert',
    deleted: 'gelöscht',
  },
  more: 'und ein weiterer Datensatz | und {count} weitere Datensätze',
  yes: 'ja',
  no: 'nein',
  kinds: {
    time: 'Zeit',
    expense: 'Ausgabe',
    category: 'Kategorie',
    project: 'Projekt',
    client: 'Kunde',
    task: 'Aufgabe',
    charge: 'Kostenart',
  },
  deletedAt: 'gelöscht {when}',
  goneThereAt: 'beim Dienst gelöscht, {when}',
  daysLeft: 'noch ein Tag | noch {count} Tage',
  restore: 'Zurückholen',
  discard: 'Endgültig löschen',
  discardTitle: '{title} endgültig löschen?',
  discardText: 'Danach lässt es sich nicht zurückholen.',
  empty: 'Papierkorb leeren',
  emptyTitle: 'Einen Datensatz endgültig löschen? | {count} Datensätze endgültig löschen?',
}
