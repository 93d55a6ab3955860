/**
 * What the core says in English: why something cannot be done, and what was changed. `{name}`
 * stands for something that is said in German too where it is known. What is not here stays English.
 */
import type { Sentences } from '../sentences.ts'
import { care } from './core-care.ts'
import { needs } from './core-needs.ts'
import { services } from './core-service.ts'
import { stored } from './core-stored.ts'
import { transfers } from './core-transfer.ts'

const changes: Sentences = {
  'Split {name}': '{name} geteilt',
  'Merged {count} entries': '{count} Einträge verbunden',
  'Duplicated {name}': '{name} dupliziert',
  'This entry is a single {increment}-minute increment, which can’t be split':
    'Dieser Eintrag ist ein einzelner Takt von {increment} Minuten und lässt sich nicht teilen',
  'The project’s increment or rate has changed since, so this entry can’t be split':
    'Das Projekt zählt inzwischen in anderen Takten oder zu einem anderen Satz; so lässt sich der Eintrag nicht teilen',
  'Only the person who logged this entry can split it':
    'Einen Eintrag kann nur teilen, wem er gehört: Eine Hälfte würde sonst die Person wechseln',
  'The service has this record after all': 'Der Dienst hat diesen Datensatz doch',
  'This record has been deleted since. Bring it back from the trash instead':
    'Dieser Datensatz wurde inzwischen gelöscht. Er lässt sich aus dem Papierkorb zurückholen',
  'One of these entries needs review in Sync. Do that first':
    'Zu einem dieser Einträge fragt der Abgleich etwas; das kommt zuerst',
  '{what} (kept, because it was changed later)':
    '{what} (so gelassen, da es später geändert wurde)',
  'Enter a time between {from} and {to}': 'Eine Uhrzeit zwischen {from} und {to} ist nötig',
  'Select two or more entries': 'Mindestens zwei Einträge sind nötig',
  'Can’t merge entries from different people':
    'Einträge verschiedener Personen lassen sich nicht verbinden',
  'Can’t merge entries on different projects':
    'Einträge verschiedener Projekte lassen sich nicht verbinden',
  'Can’t merge entries on different tasks':
    'Einträge verschiedener Aufgaben lassen sich nicht verbinden',
  'Can’t merge entries on different days':
    'Einträge verschiedener Tage lassen sich nicht verbinden',
  'Can’t merge entries with different increments or rates':
    'Diese Einträge zählen in verschiedenen Takten oder zu verschiedenen Sätzen und lassen sich nicht verbinden',
  'There’s a gap from {from} to {to}. Only entries that touch can be merged':
    'Von {from} bis {to} ist nichts erfasst; verbunden wird, was sich berührt',
  'Together they’re too long for one entry (in {increment}-minute increments)':
    'Zusammen sind sie länger, als ein Eintrag sein kann (in Takten von {increment} Minuten)',
  'Their combined notes are longer than {count} characters':
    'Ihre Notizen sind zusammen länger als {count} Zeichen',
  'Undone: {what}': 'Zurückgenommen: {what}',
  'Redone: {what}': 'Wiederholt: {what}',
  '{what} (nothing left to undo)': '{what} (nichts davon war übrig)',
  '{what}. Created again on the service as a new {kind}':
    '{what}; beim Dienst neu angelegt ({kind})',
  '{what}. {count} created again on the service as new records':
    '{what}; {count} davon beim Dienst neu angelegt',
  'Changed the timesheet': 'Stundenzettel geändert',
  'Added project {number} from the service': 'Projekt {number} vom Dienst hinzugefügt',
  'Added task {number} from the service': 'Aufgabe {number} vom Dienst hinzugefügt',
  'Added client {number} from the service': 'Kunde {number} vom Dienst hinzugefügt',
  'Added price list item {number} from the service': 'Kostenart {number} vom Dienst hinzugefügt',
  'Added 1 entry, changed {changed}, deleted {deleted}':
    '1 Eintrag angelegt, {changed} geändert, {deleted} gelöscht',
  'Added {count} entries, changed {changed}, deleted {deleted}':
    '{count} Einträge angelegt, {changed} geändert, {deleted} gelöscht',
  'Added 1 entry, changed {changed}': '1 Eintrag angelegt, {changed} geändert',
  'Added {count} entries, changed {changed}': '{count} Einträge angelegt, {changed} geändert',
  'Added 1 entry, deleted {deleted}': '1 Eintrag angelegt, {deleted} gelöscht',
  'Added {count} entries, deleted {deleted}': '{count} Einträge angelegt, {deleted} gelöscht',
  'Changed 1 entry, deleted {deleted}': '1 Eintrag geändert, {deleted} gelöscht',
  'Changed {count} entries, deleted {deleted}': '{count} Einträge geändert, {deleted} gelöscht',
  'Added category {name}': 'Kategorie {name} angelegt',
  'Changed category {name}': 'Kategorie {name} geändert',
  'Archived category {name}': 'Kategorie {name} archiviert',
  'Restored category {name}': 'Kategorie {name} zurückgeholt',
  'Added project {name}': 'Projekt {name} angelegt',
  'Added task {name}': 'Aufgabe {name} angelegt',
  'Added client {name}': 'Kunde {name} angelegt',
  'Added price list item {name}': 'Kostenart {name} angelegt',
  'Changed project {name}': 'Projekt {name} geändert',
  'Changed task {name}': 'Aufgabe {name} geändert',
  'Changed client {name}': 'Kunde {name} geändert',
  'Changed price list item {name}': 'Kostenart {name} geändert',
  'Deleted project {name}': 'Projekt {name} gelöscht',
  'Deleted task {name}': 'Aufgabe {name} gelöscht',
  'Deleted client {name}': 'Kunde {name} gelöscht',
  'Deleted price list item {name}': 'Kostenart {name} gelöscht',
  'Changed the running timer': 'Laufenden Timer geändert',
  'Deleted duplicate of {name}': 'Doppeltes von {name} gelöscht',
  'Updated {name} from the service': '{name} wie beim Dienst geändert',
  'Archived {name}, as on the service': '{name} wie beim Dienst archiviert',
  'Received archived {name} from the service': '{name} aus dem Archiv des Dienstes erhalten',
  'Received {name} from the service': '{name} vom Dienst erhalten',
  'Removed {name}, which was deleted on the service':
    '{name} entfernt, da es beim Dienst gelöscht wurde',
  'Restored {name} from trash': '{name} aus dem Papierkorb zurückgeholt',
  'Matched {kind} {name} with {other} on the service':
    '{kind} {name} {other} des Dienstes zugeordnet',
  'Imported {what} from {file}': '{what} aus {file} importiert',
  'Counted {stretch} toward {name}': '{stretch} für {name} gezählt',
  'Moved {stretch} from {name} to a separate entry':
    '{stretch} aus {name} herausgenommen, als eigenen Eintrag',
  'Left {stretch} out of {name}': '{stretch} aus {name} herausgenommen',
  'Stopped {name} at the start of {stretch}': '{name} am Beginn von {stretch} gestoppt',
  'Kept your version of {name}': 'Hiesige Fassung von {name} behalten',
  'Kept the duration of {name}': 'Dauer von {name} behalten',
  'Kept {name}, deleted on the service': '{name} behalten, obwohl beim Dienst gelöscht',
  'Kept {name} missing from the service': '{name} behalten, obwohl beim Dienst verschwunden',
  'Kept {name} as is': '{name} belassen, wie es ist',
  'Used the service’s version of {name}': '{name} vom Dienst übernommen',
  'Merged both versions of {name}': '{name} aus beiden Fassungen zusammengesetzt',
  'Sent {name} again': '{name} erneut gesendet',
  'Deleted {name} here too': '{name} auch hier gelöscht',
  'Removed {name} missing from the service':
    'Entfernen von {name} zugestimmt, da beim Dienst verschwunden',
  'Sent {name} from the folder that was moved here': '{name} aus dem umgezogenen Ordner gesendet',
  'Asked about each of {name} from the folder that was copied here':
    'Zu {name} aus dem kopierten Ordner einzeln gefragt',
  'Skipped an unreadable record': 'Nicht Lesbares weggelassen',
  'Added {name}': '{name} angelegt',
  'Changed {name}': '{name} geändert',
  'Deleted {name}': '{name} gelöscht',
  'Started {name}': '{name} gestartet',
  'Stopped {name}': '{name} gestoppt',
  'Discarded {name}': '{name} verworfen',
}

const passes: Sentences = {
  'no changes': 'nichts Neues gefunden',
  'sent {count}': '{count} gesendet',
  'received {count}': '{count} erhalten',
  '{count} to review': '{count} zu entscheiden',
  'some changes were left for the next sync': 'einige Änderungen blieben für das nächste Mal',
  'sync stopped because of a bug in Stint': 'es endete mittendrin, durch ein Versehen in Stint',
  'sync was stopped': 'es wurde angehalten',
  'couldn’t reach the service': 'der Dienst war nicht erreichbar',
  'this network needs you to sign in': 'statt des Dienstes antwortete eine Seite des Netzes',
  'the service is having problems': 'der Dienst meldete eigene Probleme',
  'the service is busy': 'der Dienst bat um eine Pause',
  'couldn’t read the service’s reply': 'die Antwort des Dienstes war nicht lesbar',
  'this computer’s disk or database was in the way':
    'Platte oder Datenbank dieses Geräts standen im Weg',
  'the service rejected the access token': 'der Dienst nahm das Zugriffstoken nicht an',
  'this account is signed out': 'dieses Konto ist abgemeldet',
}

const refusals: Sentences = {
  'Nothing to undo': 'Es gibt nichts zurückzunehmen',
  'Nothing to redo': 'Es gibt nichts zu wiederholen',
  'This change is already undone': 'Diese Änderung wurde schon zurückgenommen',
  'This is already restored': 'Das wurde schon zurückgeholt',
  'Another timer is running. Stop it first, then undo':
    'Ein anderer Timer läuft. Erst stoppen, dann zurücknehmen',
  'No timer is running': 'Es läuft kein Timer',
  'Can’t find change {number}': 'Die Änderung {number} gibt es hier nicht',
  'Can’t find item {number} in trash': 'Der Papierkorb hat nichts mit der Nummer {number}',
  'This changed in the meantime, and nothing was overwritten. Check it and try again':
    'Das wurde inzwischen geändert, und nichts wurde überschrieben. Bitte ansehen und noch einmal versuchen',
  'Is empty now': 'Ist jetzt leer',
  'Is now {value}': 'Ist jetzt {value}',
  'This cell changed in the meantime and is now empty. Check it and enter the hours again':
    'Das wurde inzwischen geändert und ist jetzt leer. Bitte ansehen und erneut eintippen',
  'This cell changed in the meantime and now has {length}. Check it and enter the hours again':
    'Das wurde inzwischen geändert und hat jetzt {length}. Bitte ansehen und erneut eintippen',
  'These hours are already there': 'Diese Stunden stehen dort schon',
  'Something it uses, like its project, was deleted. Restore that first':
    'Es nennt etwas, das nicht mehr hier ist, etwa sein Projekt. Bitte zuerst das zurückholen',
  'Stint has no call named {name}': 'Stint kennt keinen Aufruf {name}',
  'Only the command line can use another file': 'Eine andere Datei nimmt nur die Befehlszeile',
  'Only the desktop app can open a window':
    'Hier lässt sich kein Fenster öffnen: das kann nur die App auf dem Desktop',
  'Only the desktop app can save a PDF':
    'Hier lässt sich keine Seite als PDF-Datei speichern: das kann nur die App auf dem Desktop',
  'No newer version is ready to be installed': 'Es liegt keine neuere Version bereit',
  'Stint is about to quit. You can install the newer version later':
    'Stint wird gerade beendet; die neuere Version lässt sich später installieren',
  'Answer first what the timer asks, then install the newer version':
    'Bitte zuerst beantworten, was der Timer fragt, dann die neuere Version installieren',
  'Open the main window first. Its page is what prints':
    'Bitte zuerst das Hauptfenster öffnen: gedruckt wird seine Seite',
  'Too much at once. Send less than 1 MB': 'Auf einmal ist weniger als ein Megabyte möglich',
  'Only Stint’s own windows can do this': 'Danach dürfen nur eigene Fenster von Stint fragen',
  'Couldn’t save the file to {place}. Choose another folder':
    'Die Datei lässt sich dort nicht schreiben ({place}): bitte einen anderen Ordner wählen',
  'Couldn’t print the page. Close other programs and try again':
    'Die Seite ließ sich nicht drucken: bitte andere Programme schließen und es noch einmal versuchen',
  'Must be plain data': 'Einfache Daten sind nötig',
  'Only the desktop app can quit Stint':
    'Stint lässt sich von hier nicht beenden: das kann nur die App auf dem Desktop',
  'Can’t find client {number}': 'Den Kunden {number} gibt es hier nicht',
  'Can’t find price list item {number}': 'Die Kostenart {number} gibt es hier nicht',
  'No entry to continue': 'Hier gibt es keinen Eintrag zum Fortsetzen',
  'Can’t find entry {number}': 'Den Eintrag {number} gibt es hier nicht',
  'Can’t find expense {number}': 'Die Ausgabe {number} gibt es hier nicht',
  'Can’t find category {number}': 'Die Kategorie {number} gibt es hier nicht',
  'Can’t find project {number}': 'Das Projekt {number} gibt es hier nicht',
  'Can’t find task {number}': 'Die Aufgabe {number} gibt es hier nicht',
  'No account yet. Set one up first': 'Es gibt noch kein Konto: bitte zuerst einrichten',
  'This is already settled': 'Das wurde schon beantwortet',
  'This is already settled. Nothing was changed':
    'Diese Frage wurde schon beantwortet. Nichts wurde geändert',
  'This is someone else’s entry. Only they or an organization owner can edit it':
    'Dieser Eintrag gehört jemand anderem; ändern kann ihn nur diese Person oder wem die Organisation gehört',
  'This is {name}’s entry. Only they or an organization owner can edit it':
    'Dieser Eintrag gehört {name}; ändern kann ihn nur diese Person oder wem die Organisation gehört',
  'Something went wrong in Stint. Nothing was changed':
    'In Stint ging etwas schief. Nichts wurde geändert',
  'Sync was stopped before it finished': 'Der Abgleich wurde vor dem Ende angehalten',
  'Sign in again. The access token is missing': 'Bitte zuerst wieder anmelden: das Token fehlt',
  'Sign in again. The service rejected the access token':
    'Bitte zuerst wieder anmelden: der Dienst nimmt das Token nicht an',
  'Can’t reach the service. {kept}': 'Der Dienst ist nicht erreichbar. {kept}',
  'The service didn’t respond. {kept}': 'Der Dienst hat nicht geantwortet. {kept}',
  'The service is having problems. {kept}': 'Der Dienst meldet eigene Probleme. {kept}',
  'The service is busy. {kept}': 'Der Dienst bittet um eine Pause. {kept}',
  'Stint can’t read the service’s reply. {kept}':
    'Die Antwort des Dienstes ist nicht lesbar. {kept}',
  'The service rejected this access token': 'Der Dienst nimmt dieses Token nicht an',
  'This access token isn’t allowed to read time entries':
    'Der Dienst kennt dieses Token, doch es darf keine Zeiten lesen',
  'Too many requests. Try again in a minute':
    'Der Dienst bittet um weniger Anfragen; bitte in einer Minute erneut versuchen',
  'This address works, but it isn’t a time-tracking service':
    'Hier antwortet etwas, doch es ist kein Dienst für Zeiten',
  'Nothing responds at this address': 'Unter dieser Adresse antwortet nichts',
  'Couldn’t find the service. Check the URL': 'Der Name des Dienstes wurde nicht gefunden',
  'The service isn’t reachable from this network': 'Von hier führt kein Weg zum Dienst',
  'The connection was lost': 'Die Verbindung brach ab',
  'No response within {seconds} seconds': 'Keine Antwort innerhalb von {seconds} Sekunden',
  'The server at this address isn’t a Stint service':
    'Was unter dieser Adresse antwortet, spricht nicht wie ein Dienst',
  'Couldn’t connect': 'Die Verbindung ließ sich nicht nutzen',
  'Couldn’t connect ({code})': 'Die Verbindung ließ sich nicht nutzen ({code})',
  'The request was canceled': 'Die Anfrage wurde angehalten',
  'The response is larger than 16 MiB': 'Die Antwort ist größer als 16 MiB',
  'The network settings changed in the meantime':
    'Inzwischen wurde ein anderer Weg zum Dienst gewählt',
  'This computer doesn’t trust the service’s certificate. If your company issued it, install its root certificate here':
    'Für das Zertifikat des Dienstes bürgt auf diesem Gerät niemand. Ist es ein eigenes der Firma, muss deren Zertifizierungsstelle hier eingerichtet sein',
  'The service’s certificate has expired. Ask whoever runs the service to renew it':
    'Das Zertifikat des Dienstes ist abgelaufen; es muss dort erneuert werden',
  'The service’s certificate isn’t valid yet. Check this computer’s clock':
    'Das Zertifikat des Dienstes gilt noch nicht; geht die Uhr dieses Geräts richtig?',
  'The certificate is for a different address':
    'Das Zertifikat unter dieser Adresse gehört zu einem anderen Namen',
  'This network needs you to sign in': 'Statt des Dienstes antwortet eine Seite des Netzes',
  'This network needs you to sign in. Open a browser and sign in. {kept}':
    'Statt des Dienstes antwortet eine Seite des Netzes: die Anmeldung beim Netz geht im Browser. {kept}',
  'The service is having problems': 'Der Dienst meldet eigene Probleme',
  'The URL must start with http:// or https://': 'Die Adresse beginnt nicht mit http oder https',
  'Webhooks need a service. This account is on this computer only':
    'Webhooks gehören zu einem Dienst, und dieses Konto bleibt auf diesem Gerät',
  'This account is already connected to a service':
    'Dieses Konto ist schon mit einem Dienst verbunden',
  'This account is on this computer only, so there’s no service to sync with':
    'Dieses Konto bleibt auf diesem Gerät; es gibt keinen Dienst zum Abgleichen',
  'This {kind} is already on the service': 'Der Dienst kennt das schon: {kind}',
  'This {kind} is managed on the service. Edit it there':
    'Das verwaltet der Dienst ({kind}): es wird dort geändert',
  'The service may have its client as “{name}”: match that first':
    'Der Dienst hat den Kunden vielleicht als „{name}“: bitte zuerst zuordnen',
  'Its client isn’t on the service yet. Match or create the client first':
    'Den Kunden kennt nur dieses Gerät: bitte zuerst zuordnen oder anlegen',
  '{users} use this {kind}. Move or delete them first':
    'Noch benutzt ({kind}): {users}. Bitte zuerst verschieben oder löschen',
}

const proxies: Sentences = {
  '{why}. Set them in Settings under Network. {kept}':
    '{why}. Beides steht in den Einstellungen unter „Netzwerk“. {kept}',
  '{why}. Check the proxy in Settings under Network. {kept}':
    '{why}. Welcher Proxy es ist, steht in den Einstellungen unter „Netzwerk“. {kept}',
  'Your changes are saved here and will sync later':
    'Was hier geändert wurde, bleibt und wird später gesendet',
  'The proxy needs a username and password': 'Der Proxy will einen Benutzernamen und ein Passwort',
  'The proxy rejected this username and password':
    'Der Proxy nimmt diesen Benutzernamen mit diesem Passwort nicht an',
  'The proxy needs a kind of sign-in Stint doesn’t support ({kind})':
    'Der Proxy will eine andere Art der Anmeldung ({kind}) als Benutzername und Passwort',
  'The proxy can’t reach the service ({status})': 'Der Proxy führt nicht zum Dienst ({status})',
  'The proxy isn’t responding': 'Der Proxy antwortet nicht',
  'The proxy closed the connection': 'Der Proxy brach die Verbindung ab',
  'Can’t use the proxy': 'Der Proxy lässt sich nicht nutzen',
  'Couldn’t find the proxy. Check its address': 'Der Name des Proxys wurde nicht gefunden',
  'Nothing responds at the proxy’s address': 'Unter der Adresse des Proxys antwortet nichts',
  'The proxy isn’t reachable from this network': 'Von hier führt kein Weg zum Proxy',
  'The server at the proxy’s address isn’t a proxy. Check whether it uses http or https':
    'Was unter der Adresse des Proxys antwortet, spricht nicht wie einer; ist es http oder https?',
  'This computer doesn’t trust the proxy’s certificate. If your company issued it, install its root certificate here':
    'Für das Zertifikat des Proxys bürgt auf diesem Gerät niemand. Ist es ein eigenes der Firma, muss deren Zertifizierungsstelle hier eingerichtet sein',
  'The proxy’s certificate has expired. Ask whoever runs the proxy to renew it':
    'Das Zertifikat des Proxys ist abgelaufen; es muss dort erneuert werden',
  'The proxy’s certificate is for a different address':
    'Das Zertifikat des Proxys gehört zu einem anderen Namen',
  'The proxy’s address isn’t valid': 'Die Adresse des Proxys ist nicht lesbar',
  '{kind} proxies aren’t supported. Use an HTTP proxy':
    'Proxys der Art {kind} lassen sich nicht nutzen; nötig ist einer für http',
  'Enter an address, like proxy.example.com:3128':
    'Eine Adresse ist nötig, etwa proxy.example.com:3128',
  'Add a port, like proxy.example.com:3128': 'Auch ein Port ist nötig, etwa proxy.example.com:3128',
  'Enter only a host and port. Set a proxy auto-config file in the system settings':
    'Nur Name und Port sind nötig. Eine Datei, die Proxys findet, gehört in die Einstellungen des Systems',
  '“{name}” isn’t a host. Use hosts like intranet.example.com':
    'Namen wie intranet.example.com sind nötig, und „{name}“ ist keiner',
  'Enter hosts, like intranet.example.com': 'Namen sind nötig, etwa intranet.example.com',
  'Enter {most} hosts or fewer': 'Höchstens {most} Namen sind möglich',
  'A username can’t contain a colon': 'Ein Benutzername ohne Doppelpunkt ist nötig',
  'Enter the username for this password': 'Der Benutzername zum Passwort ist nötig',
  'This account is on this computer only, so there’s no service to reach':
    'Dieses Konto bleibt auf diesem Gerät; es gibt keinen Dienst zu erreichen',
}

const troubles: Sentences = {
  'This account’s database is damaged. Nothing was deleted, and unsynced changes are safe in a separate journal':
    'Die Datei der Datenbank dieses Kontos ist beschädigt. Nichts wurde gelöscht: noch nicht Gesendetes steht in einem Journal daneben',
  'This account’s database file is missing. If you moved it, put it back and try again':
    'Die Datei der Datenbank dieses Kontos ist nicht mehr an ihrem Platz. Wurde sie verschoben, hilft es, sie zurückzulegen und es erneut zu versuchen',
  'This account’s database has been replaced by another file':
    'Wo die Datenbank dieses Kontos sein sollte, liegt eine andere Datei',
  'This account’s database needs a newer version of Stint. Install it to open the account. Nothing was changed':
    'Eine neuere Version von Stint hat die Datenbank dieses Kontos geschrieben. Mit jener Version lässt sie sich öffnen; nichts wurde geändert',
  'Another program is using this account’s database. Close it, and Stint will continue':
    'Ein anderes Programm hält die Datenbank dieses Kontos. Sobald es geschlossen ist, geht es weiter',
  'This account is open on another computer, “{name}”, or was at {time}. Close it there, or wait until {end}; then try again':
    'Dieses Konto ist auf einem anderen Rechner geöffnet, „{name}“, oder war es um {time}. Bitte dort schließen oder bis {end} warten, dann erneut versuchen',
  'Stint can’t write to this account’s database. Check its folder’s permissions and try again':
    'Die Datenbank dieses Kontos lässt sich nicht schreiben. Bitte die Rechte ihres Ordners prüfen und erneut versuchen',
  'The disk is full. Free up some space and try again':
    'Auf der Platte ist kein Platz mehr für die Datenbank dieses Kontos. Bitte Platz schaffen und erneut versuchen',
}

/** Last, since they match whatever else ends, or goes on, like them. */
const parts: Sentences = {
  'an entry': 'ein Eintrag',
  'an expense': 'eine Ausgabe',
  'a record': 'ein Datensatz',
  records: 'Datensätze',
  project: 'Projekt',
  task: 'Aufgabe',
  client: 'Kunde',
  'price list item': 'Kostenart',
  category: 'Kategorie',
  '{count} entries': '{count} Einträge',
  '{count} expenses': '{count} Ausgaben',
  '{count} categories': '{count} Kategorien',
  '{count} records': '{count} Datensätze',
  '“{name}”': '„{name}“',
  '1 entry and {others}': '1 Eintrag und {others}',
  '{count} entries and {others}': '{count} Einträge und {others}',
  '1 entry': '1 Eintrag',
  '1 expense': '1 Ausgabe',
  '1 category': '1 Kategorie',
  '{what} ({detail})': '{what} ({detail})',
  '{field}: {what}': '{field}: {what}',
}

export const core: Sentences = {
  ...stored,
  ...changes,
  ...passes,
  ...needs,
  ...refusals,
  ...proxies,
  ...troubles,
  ...transfers,
  ...care,
  ...services,
  ...parts,
}
