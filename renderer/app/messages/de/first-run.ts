/** Messages of the first run. */
import type * as en from '../en/first-run.ts'
import type { SameKeys } from '../index.ts'

export const first: SameKeys<typeof en.first> = {
  motto: 'Zeit erfassen,\nonline und offline.',
  promise:
    'Alles wird zuerst auf diesem Computer gespeichert und synchronisiert, sobald eine Verbindung besteht.',
  ring: 'Der Ring steht für „hier gespeichert, noch nicht synchronisiert“.',
  title: 'Wie soll es losgehen?',
  later: 'Ein Dienst lässt sich auch später verbinden. Nichts Erfasstes geht verloren.',
  ways: 'Möglichkeiten zum Starten',
  connect: 'Mit einem Dienst verbinden',
  connectText: 'Zeiten und Ausgaben der Organisation, online und offline.',
  local: 'Nur diesen Computer verwenden',
  localText: 'Kein Konto, kein Netzwerk. Alles bleibt hier.',
  demo: 'Demo ausprobieren',
  demoText: 'Beispieldaten eines Designstudios. Lassen sich jederzeit entfernen.',
  address: 'URL des Dienstes',
  addressExample: 'https://time.example.com',
  token: 'Zugriffstoken',
  tokenHint: 'Wird auf diesem Computer gespeichert. Wer den Dienst betreibt, stellt es aus.',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  header: 'Erweitert: Auth-Header',
  headerName: 'Header',
  headerScheme: 'Schema',
  found: 'Dienst gefunden',
  foundName: '{name} gefunden',
  foundUser: '{name} gefunden, Anmeldung als {user}',
  checking: 'Wird geprüft …',
  connectButton: 'Verbinden',
  connecting: 'Wird verbunden …',
  start: 'Starten',
  starting: 'Wird gestartet …',
  nothingElse: 'Stint sendet nichts an Dritte.',
  addressNeeded: 'URL des Dienstes eingeben',
  tokenNeeded: 'Zugriffstoken eingeben',
}
