/** Words about the sync: how it stands. */
import type * as en from '../en/sync.ts'
import type { Same } from '../index.ts'

export const sync: Same<typeof en.sync> = {
  title: 'Abgleich',
  upToDate: 'Aktuell',
  toSend: 'Zu senden',
  sending: 'Sendet',
  fetching: 'Holt',
  offline: 'Offline',
  signIn: 'Zum Senden anmelden',
  portal: 'Netz will Anmeldung',
  portalText:
    'Statt des Dienstes antwortet eine Seite des Netzes. Die Anmeldung beim Netz geht im Browser.',
  proxyLogin: 'Proxy will Anmeldung',
  proxyLoginText:
    'Der Proxy vor dem Dienst will einen Benutzernamen und ein Passwort oder andere als die bekannten. Die Arbeit geht weiter wie gewohnt.',
  proxyAway: 'Proxy im Weg',
  proxyAwayText: '{problem}. Die Arbeit geht weiter wie gewohnt.',
  toProxy: 'Netzwerk öffnen',
  serviceAway: 'Dienst nicht erreichbar',
  serviceTrouble: 'Der Dienst meldet eigene Probleme. Es wird wieder versucht.',
  serviceBusy: 'Der Dienst bittet um eine Pause. Es wird wieder versucht.',
  serviceUnreadable: 'Die Antwort des Dienstes ist nicht lesbar. Es wird wieder versucht.',
  clock: 'Uhr prüfen',
  clockAhead: '{length} vor',
  clockBehind: '{length} nach',
  clockText:
    'Alles ist abgeglichen, doch die Uhr dieses Geräts weicht von der des Dienstes ab ({off}). Bis sie richtig steht, bekommen neue Einträge die falsche Zeit.',
  paused: 'Angehalten',
  pausedText: 'Bis zum Fortsetzen wird von selbst nichts gesendet oder geholt.',
  local: 'Nur auf diesem Gerät',
  savedHere: '{count} hier gespeichert | {count} hier gespeichert',
  saved: '{count} wartet | {count} warten',
  doneOf: '{done} von {of}',
  pageOf: '{page} von {count} Seite | {page} von {count} Seiten',
  now: 'Jetzt abgleichen',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  log: 'Was der Abgleich tat',
  noPasses: 'Noch nichts.',
  requests: 'eine Anfrage | {count} Anfragen',
  passesSince: '{text}, {count}-mal seit {since}',
  copyReport: 'Bericht kopieren',
  reportCopied:
    'Der Bericht liegt in der Zwischenablage. Er enthält kein Token und nichts, was Sie geschrieben haben.',
  noService: 'Es gibt keinen Dienst zum Abgleichen',
  upToDateText: 'Der Dienst hat alles, was hier ist.',
  decideText:
    'Ein Eintrag wartet auf eine Entscheidung, den Rest hat der Dienst. | {count} Einträge warten auf eine Entscheidung, den Rest hat der Dienst.',
  toSendText:
    '{count} Änderung ist hier gespeichert und geht von selbst hinaus. | {count} Änderungen sind hier gespeichert und gehen von selbst hinaus.',
  sendingText: '{done} von {of} Änderungen sind unterwegs.',
  fetchingText: 'Sucht, was beim Dienst neu ist.',
  fetchingPages: 'Seite {page} von {pages}. Was hier ist, lässt sich schon benutzen.',
  offlineSince: 'Offline seit {time}',
  offlineText: 'Die Arbeit geht weiter wie gewohnt.',
  offlinePending:
    'Die Arbeit geht weiter wie gewohnt. {count} Änderung ist hier gespeichert und geht von selbst hinaus. | Die Arbeit geht weiter wie gewohnt. {count} Änderungen sind hier gespeichert und gehen von selbst hinaus.',
  signInText:
    'Der Dienst nimmt das Zugriffstoken nicht mehr an. Ein neues wird in den Einstellungen eingetragen. Nichts Erfasstes geht verloren.',
  signedOutText:
    'Dieses Gerät ist abgemeldet. Was hier gespeichert ist, geht nach der Anmeldung in den Einstellungen hinaus. Nichts Erfasstes geht verloren.',
  toSettings: 'Einstellungen öffnen',
  localText: 'Ihre Zeit bleibt hier.',
  nextTry: 'Nächster Versuch in {time}',
  nextTryNow: 'Versucht es gerade',
  lastSync: 'Letzter vollständiger Abgleich {time}',
  never: 'Noch nie abgeglichen',
  inbox: 'Zu entscheiden',
  history: 'Verlauf',
  aside: 'Ausgang und Verlauf',
  noHistory: 'Noch wurde nichts geändert.',
  undone: 'Zurückgenommen',
  bySync: 'Vom Dienst',
  byImport: 'Importiert',
}
