/** Words about what the sync asks, what waits to be sent, and what is to be matched. */
import type * as en from '../en/decide.ts'
import type { Same } from '../index.ts'

export const inbox: Same<typeof en.inbox> = {
  keys: { move: 'bewegen', mine: 'meine', theirs: 'Dienst', done: 'fertig' },
  field: 'Feld',
  before: 'Vorher',
  mine: 'Meine',
  theirs: 'Dienst',
  duration: 'Dauer',
  result: 'Ergebnis:',
  allMine: 'Alle meine',
  allTheirs: 'Alle vom Dienst',
  apply: 'So übernehmen',
  edit: 'Ändern',
  raw: 'Der Datensatz, wie er kam',
  there: 'beim Dienst',
  unnamed: 'Ein Datensatz des Dienstes',
  number: 'Nummer {id}',
  others: 'und ein weiterer | und {count} weitere',
  texts: {
    refused: 'Der Dienst antwortete: „{words}“',
    conflict:
      'Hier und beim Dienst geändert. Bis zur Entscheidung wird die eigene Fassung gezeigt.',
    twin: 'Der Dienst hat gleiche Datensätze. Einer kann eine zweite Kopie des eigenen sein. Nichts wurde gelöscht.',
    gone: 'Beim Dienst gelöscht und hier geändert.',
    increment: 'Der Dienst zählt dieses Projekt in einem anderen Takt, als hier bekannt war.',
    archived:
      'Der Dienst antwortete: „{words}“ Eine archivierte Kategorie kann diesen Namen haben.',
    removals:
      'Beim Dienst ist so viel auf einmal verschwunden, dass hier nichts ohne Rückfrage entfernt wurde.',
    moved:
      'Geändert oder gelöscht, als dieser Datenordner zuletzt auf einem anderen Computer in Gebrauch war, und noch nicht gesendet. Ist der Ordner dort weiter in Gebrauch, kann es inzwischen gesendet sein.',
    'bad-record':
      'Der Dienst hat einen Datensatz geschickt, der nicht lesbar ist ({why}). Die anderen wurden übernommen.',
  },
  deletedHere: 'Hier gelöscht, während es beim Dienst geändert wurde; daher ist es wieder da.',
  copied:
    'Noch nicht gesendet, als die Sicherung gemacht oder der Ordner kopiert wurde. Vielleicht wurde es seither gesendet und geändert; daher wartet es auf eine Entscheidung.',
  copiedDeletion:
    'Gelöscht, bevor die Sicherung gemacht oder der Ordner kopiert wurde, beim Dienst aber noch da. Vielleicht wird es dort gebraucht; daher ist es bis zur Entscheidung wieder da.',
  deletedMaybeThere: 'Hier gelöscht, doch der Dienst hat es vielleicht trotzdem.',
  maybe:
    'Die Antwort ging verloren, und der Dienst hat etwas, das es sein kann. Bis zur Entscheidung wird es nicht erneut gesendet.',
  more: 'Der Dienst hat noch mehr geschickt, das nicht lesbar ist. Es erscheint hier, sobald die anderen Fragen beantwortet sind.',
  late: 'Nach der verlorenen Antwort wurde es ein zweites Mal gesendet; dann kam auch das erste an.',
  answers: {
    refused: { again: 'Erneut senden', theirs: 'Fassung des Dienstes', drop: 'Hier löschen' },
    conflict: { mine: 'Meine Fassung', theirs: 'Fassung des Dienstes' },
    'deleted-here': { mine: 'Löschen', theirs: 'Behalten' },
    twin: {
      mine: 'Beide behalten',
      drop: 'Den überzähligen löschen',
    },
    maybe: { again: 'Senden', theirs: 'Das ist es', drop: 'Hier löschen' },
    gone: { again: 'Dort neu anlegen', drop: 'Auch hier löschen' },
    increment: { theirs: 'Wie der Dienst zählt', mine: 'Dauer behalten' },
    archived: { again: 'Erneut senden', theirs: 'Fassung des Dienstes', drop: 'Hier löschen' },
    removals: { theirs: 'Hier entfernen', again: 'Behalten' },
    moved: { mine: 'Ordner ist umgezogen: senden', again: 'Es ist eine Kopie: einzeln fragen' },
    'bad-record': { drop: 'Weglassen' },
  },
}

export const outbox: Same<typeof en.outbox> = {
  title: 'Wartet aufs Senden',
  empty: 'Im Moment nichts.',
  more: 'und ein weiterer | und {count} weitere',
  today: 'heute',
  deletedHere: 'Hier gelöscht, noch nicht gesendet',
  checking: 'Antwort verloren. Wird geprüft, bevor es erneut hinausgeht',
  held: 'Bleibt hier, bis sein Projekt zugeordnet ist',
  draft: 'Ein Entwurf, bleibt hier, bis er vollständig ist',
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

export const matching: Same<typeof en.matching> = {
  title: 'Dem Dienst zuordnen',
  text: 'Dies kennt nur dieses Gerät. Sobald feststeht, was es beim Dienst ist, werden die Einträge damit gesendet.',
  none: 'Der Dienst kennt alles, was hier benutzt wird.',
  back: 'Zurück zum Abgleich',
  kinds: {
    project: 'Projekte',
    client: 'Kunden',
    task: 'Aufgaben',
    charge: 'Kostenarten',
  },
  uses: 'noch nicht benutzt | von {count} Eintrag benutzt | von {count} Einträgen benutzt',
  usesOfClient: 'noch kein Projekt | {count} Projekt | {count} Projekte',
  choose: 'Beim Dienst wählen',
  chooseFor: '„{name}“ beim Dienst',
  empty: 'Der Dienst hat nichts mit diesem Namen',
  match: 'Zuordnen',
  publish: 'Beim Dienst anlegen',
  chooseFirst: 'Zuerst beim Dienst wählen',
  because: {
    code: 'Gleiches Kürzel',
    name: 'Gleicher Name',
    alike: 'Ähnlicher Name',
  },
  matched: '„{name}“ ist jetzt „{to}“ zugeordnet',
  made: 'Der Dienst hat jetzt „{name}“',
  waiting:
    '{count} nur hier Bekanntes hält Einträge vom Senden ab. | {count} nur hier bekannte Dinge halten Einträge vom Senden ab.',
  open: 'Zuordnen',
}
