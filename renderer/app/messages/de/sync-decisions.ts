/** Messages about the inbox, the outbox, and matching records. */
import type * as en from '../en/sync-decisions.ts'
import type { SameKeys } from '../index.ts'

export const inbox: SameKeys<typeof en.inbox> = {
  keys: { move: 'blättern', mine: 'eigene', theirs: 'Dienst', done: 'übernehmen' },
  field: 'Feld',
  before: 'Vorher',
  mine: 'Eigene',
  theirs: 'Dienst',
  duration: 'Dauer',
  result: 'Ergebnis:',
  allMine: 'Eigene Version',
  allTheirs: 'Version des Dienstes',
  apply: 'Übernehmen',
  edit: 'Bearbeiten',
  raw: 'Rohdaten',
  there: 'beim Dienst',
  unnamed: 'Unbenannter Datensatz',
  number: 'ID {id}',
  others: 'und 1 weiterer | und {count} weitere',
  texts: {
    refused: 'Vom Dienst abgelehnt: {words}',
    conflict:
      'Hier und beim Dienst geändert. Bis zur Entscheidung wird die eigene Version angezeigt.',
    twin: 'Beim Dienst gibt es gleiche Datensätze. Einer davon ist vielleicht ein Duplikat. Nichts wurde gelöscht.',
    gone: 'Hier geändert, beim Dienst aber gelöscht.',
    unit: 'Der Dienst verwendet für dieses Projekt einen anderen Takt.',
    archived:
      'Vom Dienst abgelehnt: {words} Vielleicht gibt es schon eine archivierte Kategorie mit diesem Namen.',
    removals:
      'Beim Dienst sind viele Datensätze auf einmal verschwunden. Stint hat sie hier deshalb noch nicht entfernt.',
    moved:
      'Auf einem anderen Computer, der diesen Datenordner zuletzt verwendet hat, geändert oder gelöscht und noch nicht synchronisiert. Ist der Ordner dort weiter in Gebrauch, wurden die Änderungen vielleicht schon gesendet.',
    repeated:
      'Hier und auf einem anderen Computer angelegt, durch dasselbe Teilen, Kopieren oder Importieren oder dieselben Stunden im Stundenzettel. Bis zur Entscheidung zählt alles doppelt.',
    cell: 'Die Zelle hatte schon {there} von anderswo, als hier {here} eingetragen wurden. Bis zur Entscheidung zählt beides.',
    'bad-record':
      'Der Dienst hat einen Datensatz gesendet, den Stint nicht lesen kann ({why}). Alles andere wurde empfangen.',
  },
  deletedHere:
    'Hier gelöscht, beim Dienst aber geändert oder wiederhergestellt und deshalb wieder da.',
  copied:
    'War noch nicht synchronisiert, als die Sicherung erstellt oder der Ordner kopiert wurde. Vielleicht wurde es seitdem gesendet und geändert, daher die Nachfrage.',
  earlier:
    'Der Dienst hatte diese Version, hat aber wieder eine frühere. Vielleicht wurde er aus einer Sicherung wiederhergestellt.',
  copiedDeletion:
    'Gelöscht, bevor die Sicherung erstellt oder der Ordner kopiert wurde, beim Dienst aber noch vorhanden. Vielleicht wird es dort noch gebraucht. Bis zur Entscheidung ist es wieder da.',
  replaced:
    'Beim Dienst nicht mehr vorhanden: Die Nummer gehört dort jetzt einem anderen Datensatz. Vermutlich wurde er aus einer Sicherung wiederhergestellt. Hier bleibt alles erhalten.',
  found:
    'Die Antwort ging verloren, Stint hat den Datensatz beim Dienst aber gefunden. Dort prüfen, ob er der einzige ist.',
  lost: 'Beim Dienst nicht mehr vorhanden, weil er auf einen früheren Stand zurückgesetzt wurde. Hier bleibt es erhalten.',
  missing:
    'Beim Dienst nicht mehr vorhanden. Er wurde vermutlich aus einer Sicherung wiederhergestellt. Hier bleibt es erhalten.',
  setBack: {
    title: '{count} Datensatz beim Dienst verloren | {count} Datensätze beim Dienst verloren',
    lost: 'Beim Dienst nicht mehr vorhanden, weil er auf einen früheren Stand zurückgesetzt wurde. Hier bleiben sie erhalten.',
    replaced:
      'Beim Dienst nicht mehr vorhanden. Er wurde vermutlich aus einer Sicherung wiederhergestellt. Hier bleiben sie erhalten.',
    each: 'Einzeln prüfen',
  },
  alreadyHere: '{words}. Vielleicht hält er beide für denselben.',
  deletedMaybeThere: 'Hier gelöscht, beim Dienst aber vielleicht noch vorhanden.',
  maybe:
    'Die Antwort ging verloren, und beim Dienst gibt es einen Datensatz, der vielleicht derselbe ist. Bis zur Entscheidung wird nichts erneut gesendet.',
  more: 'Der Dienst hat weitere Datensätze gesendet, die Stint nicht lesen kann. Sie erscheinen, sobald die anderen erledigt sind.',
  otherCurrency:
    'Als {typed} eingegeben. Das Projekt ist jetzt in {currency}, daher die Nachfrage.',
  countedInCurrency:
    'Als {typed} eingegeben. Das Projekt ist jetzt in {currency}, daher zählt es als {amount}.',
  changeAmount: 'Betrag ändern',
  late: 'Die Antwort ging verloren, deshalb wurde erneut gesendet. Danach kam auch die erste Sendung an.',
  answers: {
    refused: { again: 'Erneut senden', theirs: 'Version des Dienstes', drop: 'Hier löschen' },
    conflict: { mine: 'Eigene Version', theirs: 'Version des Dienstes' },
    'deleted-here': { mine: 'Löschen', theirs: 'Behalten' },
    replaced: { again: 'Erneut senden', drop: 'Hier löschen' },
    'set-back': { again: 'Alle erneut senden', drop: 'Alle hier löschen' },
    found: { mine: 'Ist der einzige' },
    'already-here': { again: 'Erneut senden', drop: 'Ist derselbe' },
    twin: {
      mine: 'Beide behalten',
      drop: 'Duplikat löschen',
    },
    maybe: { again: 'Erneut senden', theirs: 'Ist derselbe', drop: 'Hier löschen' },
    gone: { again: 'Neu anlegen', drop: 'Auch hier löschen' },
    unit: { theirs: 'Version des Dienstes', mine: 'Dauer behalten' },
    'other-currency': {
      again: 'Als {amount} senden',
      mine: 'Als Entwurf behalten',
      theirs: 'Preis des Dienstes',
    },
    'counted-in-currency': { theirs: '{amount} behalten' },
    archived: { again: 'Erneut senden', theirs: 'Version des Dienstes', drop: 'Hier löschen' },
    removals: { theirs: 'Auch hier entfernen', again: 'Alle behalten' },
    moved: { mine: 'Ordner verschoben: alles senden', again: 'Ordner kopiert: einzeln prüfen' },
    repeated: { mine: 'Beide behalten', drop: 'Je einen behalten' },
    cell: { again: 'Beide behalten: {both}', mine: '{here} behalten', theirs: '{there} behalten' },
    'bad-record': { drop: 'Überspringen' },
  },
}

export const outbox: SameKeys<typeof en.outbox> = {
  title: 'Noch nicht synchronisiert',
  empty: 'Nichts zu synchronisieren',
  more: 'und 1 weitere | und {count} weitere',
  today: 'heute',
  deletedHere: 'Gelöscht, noch nicht synchronisiert',
  checking: 'Antwort verloren. Wird vor dem erneuten Senden geprüft',
  held: 'Zuordnung fehlt',
  draft: 'Entwurf, noch unvollständig',
  what: {
    time: { new: 'Neuer Eintrag', changed: 'Geändert', deleted: 'Gelöscht' },
    expense: { new: 'Neue Ausgabe', changed: 'Geändert', deleted: 'Gelöscht' },
    category: {
      new: 'Neue Kategorie',
      changed: 'Kategorie geändert',
      deleted: 'Kategorie archiviert',
    },
  },
}

export const matching: SameKeys<typeof en.matching> = {
  title: 'Namen beim Dienst zuordnen',
  text: 'Diese Namen gibt es nur auf diesem Computer. Jeweils die Entsprechung beim Dienst auswählen oder dort anlegen. Danach werden die Einträge dazu synchronisiert.',
  none: 'Alles ist zugeordnet.',
  back: 'Zurück zur Synchronisierung',
  kinds: {
    project: 'Projekte',
    client: 'Kunden',
    task: 'Aufgaben',
    charge: 'Preisliste',
  },
  uses: 'in {uses} verwendet',
  unused: 'noch nicht verwendet',
  perUnit: '{price} pro {unit}',
  perHour: '{price} pro Stunde',
  differs: 'Unterschiedlich',
  becomes: 'aus {before} wird {after}',
  withoutRate: '{sum}, ohne Wechselkurs in {currency}',
  askTitle: '„{name}“ trotz Unterschieden zuordnen?',
  changes: 'Damit ändert sich auch, was schon erfasst ist:',
  changesNothing: 'Schon Erfasstes behält Zeiten und Beträge.',
  matchAnyway: 'Trotzdem zuordnen',
  matchAll: 'Alle {count} Vorschläge zuordnen',
  matching: 'Wird zugeordnet …',
  matchedAll: 'Nichts zugeordnet | {count} Name zugeordnet | {count} Namen zugeordnet',
  notMatched:
    'Alles zugeordnet | Nicht zugeordnet: „{name}“. {message} | {count} nicht zugeordnet. „{name}“: {message}',
  createAll: 'Alle {count} beim Dienst anlegen',
  creating: 'Wird angelegt …',
  createdAll:
    'Nichts angelegt | {count} Name beim Dienst angelegt | {count} Namen beim Dienst angelegt',
  notCreated:
    'Alles angelegt | Nicht angelegt: „{name}“. {message} | {count} nicht angelegt. „{name}“: {message}',
  choose: 'Entsprechung auswählen',
  chooseFor: 'Entsprechung für „{name}“',
  empty: 'Keine Entsprechung beim Dienst',
  match: 'Zuordnen',
  publish: 'Beim Dienst anlegen',
  chooseFirst: 'Zuerst eine Entsprechung auswählen',
  because: {
    code: 'Gleiches Kürzel',
    name: 'Gleicher Name',
    alike: 'Ähnlicher Name',
  },
  matched: '„{name}“ zugeordnet: „{to}“',
  made: '„{name}“ beim Dienst angelegt',
  waiting:
    '{count} Name fehlt noch beim Dienst. Nach dem Zuordnen werden die Einträge dazu synchronisiert. | {count} Namen fehlen noch beim Dienst. Nach dem Zuordnen werden die Einträge dazu synchronisiert.',
  open: 'Namen zuordnen',
}
