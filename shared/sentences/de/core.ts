/**
 * German of the core's sentences: problems, and summaries of changes. A `{name}` is translated by
 * the same table where it is a key of it. A sentence without a key is shown in English.
 */
import type { CoreSentences } from '../translator.ts'
import { maintenanceSentences } from './maintenance.ts'
import { proxySentences } from './proxies.ts'
import { validationSentences } from './validation.ts'
import { serviceSentences } from './service.ts'
import { stored } from './stored.ts'
import { counts, summaries } from './summaries.ts'
import { transferSentences } from './transfer.ts'

const changes: CoreSentences = {
  'The project’s increment or rate has changed since, so this entry can’t be split':
    'Takt oder Stundensatz des Projekts wurde inzwischen geändert. Dieser Eintrag lässt sich deshalb nicht teilen',
  'Only the person who logged this entry can split it':
    'Teilen kann diesen Eintrag nur, wer ihn erfasst hat',
  'The service has this record after all': 'Der Datensatz ist doch beim Dienst vorhanden',
  'The service has this record after all, so it’s back. Find your version in the trash':
    'Der Datensatz ist doch beim Dienst vorhanden und deshalb wieder da. Die eigene Version liegt im Papierkorb',
  'This record has been deleted since. Bring it back from the trash instead':
    'Dieser Datensatz wurde inzwischen gelöscht. Stattdessen aus dem Papierkorb wiederherstellen',
  'One of these entries needs review in Sync. Do that first':
    'Einer dieser Einträge ist zuerst unter „Synchronisierung“ zu prüfen',
  'Select two or more entries': 'Mindestens 2 Einträge auswählen',
  'Can’t merge entries from different people':
    'Einträge verschiedener Personen lassen sich nicht zusammenführen',
  'Can’t merge entries on different projects':
    'Einträge verschiedener Projekte lassen sich nicht zusammenführen',
  'Can’t merge entries on different tasks':
    'Einträge verschiedener Aufgaben lassen sich nicht zusammenführen',
  'Can’t merge entries on different days':
    'Einträge verschiedener Tage lassen sich nicht zusammenführen',
  'Can’t merge entries with different increments or rates':
    'Einträge mit verschiedenen Takten oder Stundensätzen lassen sich nicht zusammenführen',
}

const passes: CoreSentences = {
  'no changes': 'keine Änderungen',
  'sent {count}': '{count} gesendet',
  'received {count}': '{count} empfangen',
  '{count} to review': '{count} zu prüfen',
  'some changes were left for the next sync':
    'einige Änderungen folgen bei der nächsten Synchronisierung',
  'sync stopped because of a bug in Stint':
    'Synchronisierung durch ein Problem in Stint abgebrochen',
  'sync was stopped': 'Synchronisierung abgebrochen',
  'couldn’t reach the service': 'Dienst nicht erreichbar',
  'this network needs you to sign in': 'Anmeldung beim Netzwerk nötig',
  'the service is having problems': 'Probleme beim Dienst',
  'the service is busy': 'Dienst ausgelastet',
  'couldn’t read the service’s reply': 'Antwort des Dienstes nicht lesbar',
  'the service shows other records than before': 'andere Datensätze beim Dienst als zuvor',
  'couldn’t use this computer’s disk or database':
    'Problem mit Festplatte oder Datenbank dieses Computers',
  'the service rejected the access token': 'Zugriffstoken vom Dienst abgelehnt',
  'this account is signed out': 'Konto abgemeldet',
  'the service has moved to another address': 'Dienst umgezogen',
}

const refusals: CoreSentences = {
  'Nothing to undo': 'Nichts rückgängig zu machen',
  'Nothing to redo': 'Nichts zu wiederholen',
  'This change is already undone': 'Diese Änderung wurde schon rückgängig gemacht',
  'This is already restored': 'Schon wiederhergestellt',
  'This can’t be undone, because records were deleted forever':
    'Das lässt sich nicht rückgängig machen, weil Datensätze endgültig gelöscht wurden',
  'Another timer is running. Stop it first, then undo':
    'Ein anderer Timer läuft. Erst stoppen, dann rückgängig machen',
  'No timer is running': 'Es läuft kein Timer',
  'This timer is already running': 'Dieser Timer läuft bereits',
  'This changed in the meantime, and nothing was overwritten. Check it and try again':
    'Das wurde inzwischen geändert und nicht überschrieben. Prüfen und erneut versuchen',
  'Is empty now': 'Ist jetzt leer',
  'Is now {value}': 'Ist jetzt {value}',
  'This cell changed in the meantime and is now empty. Check it and enter the hours again':
    'Diese Zelle wurde inzwischen geändert und ist jetzt leer. Prüfen und Stunden erneut eingeben',
  'These hours are already there': 'Diese Stunden sind schon eingetragen',
  'Something it uses, like its project, was deleted. Restore that first':
    'Etwas Zugehöriges, z. B. das Projekt, wurde gelöscht. Das zuerst wiederherstellen',
  'Only the command line can use another file':
    'Eine andere Datei lässt sich nur über die Befehlszeile verwenden',
  'Only the desktop app can open a window': 'Fenster lassen sich nur in der Desktop-App öffnen',
  'Only the desktop app can save a PDF': 'PDFs lassen sich nur in der Desktop-App speichern',
  'No newer version is ready to be installed': 'Keine neuere Version zur Installation bereit',
  'Stint is about to quit. You can install the newer version later':
    'Stint wird gerade beendet. Die neuere Version lässt sich später installieren',
  'Answer the timer’s question before you install the newer version':
    'Zuerst die Frage des Timers beantworten, dann die neuere Version installieren',
  'Open the main window to print': 'Zum Drucken das Hauptfenster öffnen',
  'Too much at once. Send less than 1 MB': 'Zu viel auf einmal. Weniger als 1 MB senden',
  'Only Stint’s own windows can do this': 'Das geht nur in den Fenstern von Stint',
  'Couldn’t print the page. Close other programs and try again':
    'Die Seite ließ sich nicht drucken. Andere Programme schließen und erneut versuchen',
  'Must be plain data': 'Nur einfache Daten möglich',
  'Only the desktop app can quit Stint': 'Stint lässt sich nur in der Desktop-App beenden',
  'No entry to continue': 'Kein Eintrag zum Fortsetzen',
  'No account yet. Set one up first': 'Noch kein Konto vorhanden. Zuerst eines einrichten',
  'This is already settled': 'Das ist schon geklärt',
  'This is already settled. Nothing was changed': 'Das ist schon geklärt. Es wurde nichts geändert',
  'This is someone else’s entry. Only they or an organization owner can edit it':
    'Dieser Eintrag gehört einer anderen Person. Bearbeiten können ihn nur diese Person und die Inhaber der Organisation',
  'Something went wrong in Stint. Nothing was changed':
    'In Stint ist etwas schiefgegangen. Es wurde nichts geändert',
  'Sync was stopped before it finished': 'Die Synchronisierung wurde vorzeitig abgebrochen',
  'Sign in again. The access token is missing': 'Das Zugriffstoken fehlt. Erneut anmelden',
  'Sign in again. The service rejected the access token':
    'Der Dienst hat das Zugriffstoken abgelehnt. Erneut anmelden',
  'Can’t reach the service. {kept}': 'Der Dienst ist nicht erreichbar. {kept}',
  'The service didn’t respond. {kept}': 'Der Dienst hat nicht geantwortet. {kept}',
  'The service is having problems. {kept}': 'Der Dienst hat gerade Probleme. {kept}',
  'The service is busy. {kept}': 'Der Dienst ist ausgelastet. {kept}',
  'Stint can’t read the service’s reply. {kept}':
    'Die Antwort des Dienstes ist nicht lesbar. {kept}',
  'The service rejected this access token': 'Der Dienst hat dieses Zugriffstoken abgelehnt',
  'This access token isn’t allowed to read time entries':
    'Dieses Zugriffstoken darf keine Zeiteinträge lesen',
  'Too many requests. Try again in a minute': 'Zu viele Anfragen. In einer Minute erneut versuchen',
  'This address works, but it isn’t a time-tracking service':
    'Die Adresse ist erreichbar, gehört aber nicht zu einer Zeiterfassung',
  'Nothing responds at this address': 'Keine Antwort unter dieser Adresse',
  'Couldn’t find the service. Check the URL': 'Dienst nicht gefunden. URL prüfen',
  'The service isn’t reachable from this network':
    'Der Dienst ist aus diesem Netzwerk nicht erreichbar',
  'The connection was lost': 'Die Verbindung wurde unterbrochen',
  'No response within {seconds} seconds': 'Keine Antwort innerhalb von {seconds} Sekunden',
  'The server at this address isn’t a Stint service':
    'Der Server unter dieser Adresse ist kein Dienst für Stint',
  'Couldn’t connect': 'Keine Verbindung möglich',
  'Couldn’t connect ({code})': 'Keine Verbindung möglich ({code})',
  'The request was canceled': 'Die Anfrage wurde abgebrochen',
  'The response is larger than 16 MiB': 'Die Antwort ist größer als 16 MiB',
  'The network settings changed in the meantime':
    'Die Netzwerkeinstellungen wurden inzwischen geändert',
  'This computer doesn’t trust the service’s certificate. If your company issued it, install its root certificate here':
    'Dieser Computer vertraut dem Zertifikat des Dienstes nicht. Stammt es von der eigenen Firma, muss hier deren Stammzertifikat installiert werden',
  'The service’s certificate has expired. Ask whoever runs the service to renew it':
    'Das Zertifikat des Dienstes ist abgelaufen. Wer den Dienst betreibt, muss es erneuern',
  'The service’s certificate isn’t valid yet. Check this computer’s clock':
    'Das Zertifikat des Dienstes gilt noch nicht. Uhr dieses Computers prüfen',
  'The certificate is for a different address': 'Das Zertifikat gilt für eine andere Adresse',
  'The service requires a client certificate, which Stint doesn’t support':
    'Der Dienst verlangt ein Client-Zertifikat. Stint unterstützt keine',
  'This network needs you to sign in': 'Dieses Netzwerk verlangt eine Anmeldung',
  'This network needs you to sign in. Open a browser and sign in. {kept}':
    'Dieses Netzwerk verlangt eine Anmeldung. Im Browser anmelden. {kept}',
  'The service is having problems': 'Der Dienst hat gerade Probleme',
  'The URL must start with http:// or https://': 'Die URL muss mit http:// oder https:// beginnen',
  'Webhooks need a service. This account is on this computer only':
    'Webhooks gibt es nur mit einem Dienst. Dieses Konto liegt nur auf diesem Computer',
  'This account is already connected to a service':
    'Dieses Konto ist schon mit einem Dienst verbunden',
  'This account is on this computer only, so there’s no service to sync with':
    'Dieses Konto liegt nur auf diesem Computer. Zum Synchronisieren fehlt ein Dienst',
  'This would change what is logged': 'Damit würde sich ändern, was schon erfasst ist',
  'Its client isn’t on the service yet. Match or create the client first':
    'Der Kunde fehlt noch beim Dienst. Zuerst zuordnen oder anlegen',
  'Projects use this client. Move or delete them first':
    'Kunde wird noch verwendet (Projekte). Diese zuerst verschieben oder löschen',
}

const troubles: CoreSentences = {
  'This account’s database is damaged. Nothing was deleted, and unsynced changes are safe in a separate journal':
    'Die Datenbank dieses Kontos ist beschädigt. Es wurde nichts gelöscht. Nicht synchronisierte Änderungen sind in einem eigenen Journal gesichert',
  'This account’s database file is missing. If you moved it, put it back and try again':
    'Die Datenbankdatei dieses Kontos fehlt. Falls sie verschoben wurde, zurücklegen und erneut versuchen',
  'This account’s database has been replaced by another file':
    'Die Datenbank dieses Kontos wurde durch eine andere Datei ersetzt',
  'This account’s database needs a newer version of Stint. Install it to open the account. Nothing was changed':
    'Die Datenbank dieses Kontos erfordert eine neuere Version von Stint. Zum Öffnen diese Version installieren. Es wurde nichts geändert',
  'Another program is using this account’s database. Close it, and Stint will continue':
    'Ein anderes Programm verwendet die Datenbank dieses Kontos. Sobald es geschlossen ist, geht es in Stint weiter',
  'This account is or was open on another computer, “{name}”, last seen at {time}. Close it there, or try again after {end}':
    'Dieses Konto ist oder war auf einem anderen Computer geöffnet („{name}“, zuletzt um {time}). Dort schließen oder nach {end} erneut versuchen',
  'Stint can’t write to this account’s database. Check its folder’s permissions and try again':
    'Stint kann nicht in die Datenbank dieses Kontos schreiben. Zugriffsrechte des Ordners prüfen und erneut versuchen',
  'The disk is full. Free up some space and try again':
    'Die Festplatte ist voll. Speicherplatz freigeben und erneut versuchen',
}

/** Last, since their patterns are short and match parts of other sentences. */
const parts: CoreSentences = {
  'an entry': 'Eintrag',
  'an expense': 'Ausgabe',
  'a record': 'Datensatz',
  records: 'Datensätze',
  Projects: 'Projekte',
  'Entries, expenses, or categories': 'Einträge, Ausgaben oder Kategorien',
  project: 'Projekt',
  task: 'Aufgabe',
  client: 'Kunde',
  'price list item': 'Position',
  category: 'Kategorie',
  '“{name}”': '„{name}“',
  ...counts,
  '{what} ({detail})': '{what} ({detail})',
  '{field}: {what}': '{field}: {what}',
}

export const core: CoreSentences = {
  ...stored,
  ...summaries,
  ...changes,
  ...passes,
  ...validationSentences,
  ...refusals,
  ...proxySentences,
  ...troubles,
  ...transferSentences,
  ...maintenanceSentences,
  ...serviceSentences,
  ...parts,
}
export { german as sentences } from './with-values.ts'
