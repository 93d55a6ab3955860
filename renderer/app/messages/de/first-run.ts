/** Words of the first start. */
import type * as en from '../en/first-run.ts'
import type { Same } from '../index.ts'

export const first: Same<typeof en.first> = {
  motto: 'Ihre Zeit,\nbei Ihnen aufgehoben.',
  promise:
    'Alles wird zuerst auf dieses Gerät geschrieben. Der Dienst bekommt es, sobald er erreichbar ist.',
  ring: 'Der Ring heißt: hier gespeichert, noch nicht gesendet.',
  title: 'Wohin soll die Zeit gehen?',
  later: 'Alles wird zuerst auf dieses Gerät geschrieben. Nichts Erfasstes geht verloren.',
  ways: 'Wohin die Zeit geht',
  connect: 'Mit einem Dienst verbinden',
  connectText: 'Zeit und Ausgaben der Organisation, auch offline.',
  local: 'Nur auf diesem Gerät arbeiten',
  localText: 'Kein Konto, kein Netz. Alles bleibt hier.',
  demo: 'Eine Demo-Organisation ausprobieren',
  demoText: 'Die Monate eines Designstudios zum Ausprobieren. Mit einem Klick wieder weg.',
  address: 'Adresse des Dienstes',
  addressExample: 'https://time.example.com',
  token: 'Zugriffstoken',
  tokenHint: 'Bleibt auf diesem Gerät. Wer den Dienst betreibt, stellt eines aus.',
  show: 'Zeigen',
  hide: 'Verbergen',
  header: 'Name und Schema des Headers',
  headerName: 'Header',
  headerScheme: 'Wort vor dem Token',
  found: 'Gefunden',
  foundName: '{name} gefunden',
  foundUser: '{name} gefunden, als {user}',
  checking: 'Sucht …',
  connectButton: 'Verbinden',
  connecting: 'Verbindet …',
  start: 'Start',
  starting: 'Startet …',
  nothingElse: 'Stint sendet niemandem sonst etwas.',
  addressNeeded: 'Eine Adresse ist nötig',
  tokenNeeded: 'Ein Zugriffstoken ist nötig',
}
