/**
 * What the core says in English: why something cannot be done, and what was changed. `{name}`
 * stands for something that is said in German too where it is known. What is not here stays English.
 */
import type { Sentences } from '../sentences.ts'
import { care } from './core-care.ts'
import { needs } from './core-needs.ts'
import { services } from './core-service.ts'
import { transfers } from './core-transfer.ts'

const changes: Sentences = {
  'Split {name}': '{name} geteilt',
  'Merged {count} entries': '{count} Einträge verbunden',
  'Duplicated {name}': '{name} dupliziert',
  'This entry is a single increment of {increment} minutes, which cannot be split':
    'Dieser Eintrag ist ein einzelner Takt von {increment} Minuten und lässt sich nicht teilen',
  'The project counts in other increments or at another rate by now, so this entry cannot be split':
    'Das Projekt zählt inzwischen in anderen Takten oder zu einem anderen Satz; so lässt sich der Eintrag nicht teilen',
  'Only its own person can split an entry: a half would change hands':
    'Einen Eintrag kann nur teilen, wem er gehört: Eine Hälfte würde sonst die Person wechseln',
  'The service has this record after all': 'Der Dienst hat diesen Datensatz doch',
  'This record has been deleted since. Bring it back from the trash instead':
    'Dieser Datensatz wurde inzwischen gelöscht. Er lässt sich aus dem Papierkorb zurückholen',
  'Sync asks about one of these entries; answer that first':
    'Zu einem dieser Einträge fragt der Abgleich etwas; das kommt zuerst',
  '{what} (left as it is, since it was changed later)':
    '{what} (so gelassen, da es später geändert wurde)',
  'Needs a time between {from} and {to}': 'Eine Uhrzeit zwischen {from} und {to} ist nötig',
  'Needs two entries or more': 'Mindestens zwei Einträge sind nötig',
  'Entries of different people cannot be merged':
    'Einträge verschiedener Personen lassen sich nicht verbinden',
  'Entries of different projects cannot be merged':
    'Einträge verschiedener Projekte lassen sich nicht verbinden',
  'Entries of different tasks cannot be merged':
    'Einträge verschiedener Aufgaben lassen sich nicht verbinden',
  'Entries of different days cannot be merged':
    'Einträge verschiedener Tage lassen sich nicht verbinden',
  'These entries count in other increments or at other rates, so they cannot be merged':
    'Diese Einträge zählen in verschiedenen Takten oder zu verschiedenen Sätzen und lassen sich nicht verbinden',
  'Nothing is logged from {from} to {to}; entries are merged where they touch':
    'Von {from} bis {to} ist nichts erfasst; verbunden wird, was sich berührt',
  'Together they are longer than an entry can be (in increments of {increment} minutes)':
    'Zusammen sind sie länger, als ein Eintrag sein kann (in Takten von {increment} Minuten)',
  'Their notes together are longer than {count} characters':
    'Ihre Notizen sind zusammen länger als {count} Zeichen',
  'Undid: {what}': 'Zurückgenommen: {what}',
  'Redid: {what}': 'Wiederholt: {what}',
  '{what} (nothing of it was left)': '{what} (nichts davon war übrig)',
  '{what}; made again on the service as a new {kind}': '{what}; beim Dienst neu angelegt ({kind})',
  '{what}; {count} of them made again on the service as new records':
    '{what}; {count} davon beim Dienst neu angelegt',
  'Changed the timesheet': 'Stundenzettel geändert',
  'Added project {number} of the service': 'Projekt {number} vom Dienst hinzugefügt',
  'Added task {number} of the service': 'Aufgabe {number} vom Dienst hinzugefügt',
  'Added client {number} of the service': 'Kunde {number} vom Dienst hinzugefügt',
  'Added charge {number} of the service': 'Kostenart {number} vom Dienst hinzugefügt',
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
  'Added charge {name}': 'Kostenart {name} angelegt',
  'Changed project {name}': 'Projekt {name} geändert',
  'Changed task {name}': 'Aufgabe {name} geändert',
  'Changed client {name}': 'Kunde {name} geändert',
  'Changed charge {name}': 'Kostenart {name} geändert',
  'Deleted project {name}': 'Projekt {name} gelöscht',
  'Deleted task {name}': 'Aufgabe {name} gelöscht',
  'Deleted client {name}': 'Kunde {name} gelöscht',
  'Deleted charge {name}': 'Kostenart {name} gelöscht',
  'Changed the running timer': 'Laufenden Timer geändert',
  'Deleted what stood twice of {name}': 'Doppeltes von {name} gelöscht',
  'Changed {name} as on the service': '{name} wie beim Dienst geändert',
  'Archived {name} as on the service': '{name} wie beim Dienst archiviert',
  'Received {name} from the service’s archives': '{name} aus dem Archiv des Dienstes erhalten',
  'Received {name} from the service': '{name} vom Dienst erhalten',
  'Removed {name}, which was deleted on the service':
    '{name} entfernt, da es beim Dienst gelöscht wurde',
  'Brought back {name} from the trash': '{name} aus dem Papierkorb zurückgeholt',
  'Matched {kind} {name} with {other} of the service':
    '{kind} {name} {other} des Dienstes zugeordnet',
  'Imported {what} from {file}': '{what} aus {file} importiert',
  'Counted {stretch} for {name}': '{stretch} für {name} gezählt',
  'Took {stretch} out of {name}, as an entry of its own':
    '{stretch} aus {name} herausgenommen, als eigenen Eintrag',
  'Took {stretch} out of {name}': '{stretch} aus {name} herausgenommen',
  'Stopped {name} where {stretch} began': '{name} am Beginn von {stretch} gestoppt',
  'Kept what stands here of {name}': 'Hiesige Fassung von {name} behalten',
  'Kept the duration of {name}': 'Dauer von {name} behalten',
  'Kept {name}, which was deleted on the service': '{name} behalten, obwohl beim Dienst gelöscht',
  'Kept {name} that are gone on the service': '{name} behalten, obwohl beim Dienst verschwunden',
  'Kept {name} as it stands': '{name} belassen, wie es ist',
  'Took {name} as the service has it': '{name} vom Dienst übernommen',
  'Put {name} together from here and the service': '{name} aus beiden Fassungen zusammengesetzt',
  'Sent {name} again': '{name} erneut gesendet',
  'Let go of {name}': '{name} auch hier gelöscht',
  'Agreed to remove {name} that are gone on the service':
    'Entfernen von {name} zugestimmt, da beim Dienst verschwunden',
  'Sent {name} from the folder that was moved here': '{name} aus dem umgezogenen Ordner gesendet',
  'Asked about each of {name} from the folder that was copied here':
    'Zu {name} aus dem kopierten Ordner einzeln gefragt',
  'Left out what cannot be read': 'Nicht Lesbares weggelassen',
  'Added {name}': '{name} angelegt',
  'Changed {name}': '{name} geändert',
  'Deleted {name}': '{name} gelöscht',
  'Started {name}': '{name} gestartet',
  'Stopped {name}': '{name} gestoppt',
  'Discarded {name}': '{name} verworfen',
}

const passes: Sentences = {
  'found nothing new': 'nichts Neues gefunden',
  'sent {count}': '{count} gesendet',
  'received {count}': '{count} erhalten',
  '{count} for you to decide': '{count} zu entscheiden',
  'some changes were left for the next time': 'einige Änderungen blieben für das nächste Mal',
  'it ended in the middle, by a mistake in Stint':
    'es endete mittendrin, durch ein Versehen in Stint',
  'it was stopped': 'es wurde angehalten',
  'the service could not be reached': 'der Dienst war nicht erreichbar',
  'a page of the network answered in place of the service':
    'statt des Dienstes antwortete eine Seite des Netzes',
  'the service said that it has trouble itself': 'der Dienst meldete eigene Probleme',
  'the service asked to be left alone for a while': 'der Dienst bat um eine Pause',
  'what the service answered could not be read': 'die Antwort des Dienstes war nicht lesbar',
  'this machine’s disk or database was in the way':
    'Platte oder Datenbank dieses Geräts standen im Weg',
  'the service did not take the access token': 'der Dienst nahm das Zugriffstoken nicht an',
  'this account is signed out': 'dieses Konto ist abgemeldet',
}

const refusals: Sentences = {
  'There is nothing to undo': 'Es gibt nichts zurückzunehmen',
  'There is nothing to redo': 'Es gibt nichts zu wiederholen',
  'This change was undone already': 'Diese Änderung wurde schon zurückgenommen',
  'This was brought back already': 'Das wurde schon zurückgeholt',
  'Another timer is running. Stop it first, then undo':
    'Ein anderer Timer läuft. Erst stoppen, dann zurücknehmen',
  'No timer is running': 'Es läuft kein Timer',
  'There is no change {number} here': 'Die Änderung {number} gibt es hier nicht',
  'There is no item {number} in the trash': 'Der Papierkorb hat nichts mit der Nummer {number}',
  'This changed in the meantime, and nothing was overwritten. Check it and try again':
    'Das wurde inzwischen geändert, und nichts wurde überschrieben. Bitte ansehen und noch einmal versuchen',
  'Is empty now': 'Ist jetzt leer',
  'Is now {value}': 'Ist jetzt {value}',
  'This changed meanwhile and is empty by now. Look again, then type again':
    'Das wurde inzwischen geändert und ist jetzt leer. Bitte ansehen und erneut eintippen',
  'This changed meanwhile and has {length} by now. Look again, then type again':
    'Das wurde inzwischen geändert und hat jetzt {length}. Bitte ansehen und erneut eintippen',
  'These hours stand there already': 'Diese Stunden stehen dort schon',
  'It names a record that is not here any more, such as its project. Bring that back first':
    'Es nennt etwas, das nicht mehr hier ist, etwa sein Projekt. Bitte zuerst das zurückholen',
  'Stint has no call {name}': 'Stint kennt keinen Aufruf {name}',
  'Only the command line takes another file': 'Eine andere Datei nimmt nur die Befehlszeile',
  'Here no window can be opened: only the app on the desktop can':
    'Hier lässt sich kein Fenster öffnen: das kann nur die App auf dem Desktop',
  'Here no page can be saved as a PDF file: only the app on the desktop can':
    'Hier lässt sich keine Seite als PDF-Datei speichern: das kann nur die App auf dem Desktop',
  'No newer version is ready to be installed': 'Es liegt keine neuere Version bereit',
  'Stint is about to end; the newer version can be installed later':
    'Stint wird gerade beendet; die neuere Version lässt sich später installieren',
  'Answer first what the timer asks, then install the newer version':
    'Bitte zuerst beantworten, was der Timer fragt, dann die neuere Version installieren',
  'Open the main window first: its page is printed':
    'Bitte zuerst das Hauptfenster öffnen: gedruckt wird seine Seite',
  'Needs less than a megabyte at once': 'Auf einmal ist weniger als ein Megabyte möglich',
  'Only Stint’s own windows may ask this': 'Danach dürfen nur eigene Fenster von Stint fragen',
  'The file cannot be written at {place}: choose another folder':
    'Die Datei lässt sich dort nicht schreiben ({place}): bitte einen anderen Ordner wählen',
  'The page could not be printed: close other programs and try again':
    'Die Seite ließ sich nicht drucken: bitte andere Programme schließen und es noch einmal versuchen',
  'Needs plain data': 'Einfache Daten sind nötig',
  'Stint cannot be ended from here: only the app on the desktop can':
    'Stint lässt sich von hier nicht beenden: das kann nur die App auf dem Desktop',
  'There is no client {number} here': 'Den Kunden {number} gibt es hier nicht',
  'There is no charge {number} here': 'Die Kostenart {number} gibt es hier nicht',
  'There is no entry to continue here': 'Hier gibt es keinen Eintrag zum Fortsetzen',
  'There is no entry {number} here': 'Den Eintrag {number} gibt es hier nicht',
  'There is no expense {number} here': 'Die Ausgabe {number} gibt es hier nicht',
  'There is no category {number} here': 'Die Kategorie {number} gibt es hier nicht',
  'There is no project {number} here': 'Das Projekt {number} gibt es hier nicht',
  'There is no task {number} here': 'Die Aufgabe {number} gibt es hier nicht',
  'There is no account yet: set one up first': 'Es gibt noch kein Konto: bitte zuerst einrichten',
  'This was answered already': 'Das wurde schon beantwortet',
  'This question was answered already. Nothing was changed':
    'Diese Frage wurde schon beantwortet. Nichts wurde geändert',
  'This entry is somebody else’s; they or an owner of the organisation can change it':
    'Dieser Eintrag gehört jemand anderem; ändern kann ihn nur diese Person oder wem die Organisation gehört',
  'This entry is {name}’s; they or an owner of the organisation can change it':
    'Dieser Eintrag gehört {name}; ändern kann ihn nur diese Person oder wem die Organisation gehört',
  'Something went wrong inside Stint. Nothing was changed':
    'In Stint ging etwas schief. Nichts wurde geändert',
  'Sync was stopped before it was through': 'Der Abgleich wurde vor dem Ende angehalten',
  'Sign in again first: the token is missing': 'Bitte zuerst wieder anmelden: das Token fehlt',
  'Sign in again first: the service does not take the token':
    'Bitte zuerst wieder anmelden: der Dienst nimmt das Token nicht an',
  'The service cannot be reached. {kept}': 'Der Dienst ist nicht erreichbar. {kept}',
  'The service did not answer. {kept}': 'Der Dienst hat nicht geantwortet. {kept}',
  'The service says that it has trouble itself. {kept}':
    'Der Dienst meldet eigene Probleme. {kept}',
  'The service asks to be left alone for a while. {kept}':
    'Der Dienst bittet um eine Pause. {kept}',
  'What the service answers cannot be read. {kept}':
    'Die Antwort des Dienstes ist nicht lesbar. {kept}',
  'The service does not take this token': 'Der Dienst nimmt dieses Token nicht an',
  'The service knows this token, but it may not read times':
    'Der Dienst kennt dieses Token, doch es darf keine Zeiten lesen',
  'The service asks for fewer requests; try again in a minute':
    'Der Dienst bittet um weniger Anfragen; bitte in einer Minute erneut versuchen',
  'Something answers here, but it is not a time service':
    'Hier antwortet etwas, doch es ist kein Dienst für Zeiten',
  'Nothing answers at this address': 'Unter dieser Adresse antwortet nichts',
  'The name of the service was not found': 'Der Name des Dienstes wurde nicht gefunden',
  'There is no way to the service from here': 'Von hier führt kein Weg zum Dienst',
  'The connection was cut': 'Die Verbindung brach ab',
  'No answer within {seconds} seconds': 'Keine Antwort innerhalb von {seconds} Sekunden',
  'What answers at this address does not speak as a service does':
    'Was unter dieser Adresse antwortet, spricht nicht wie ein Dienst',
  'The connection could not be used': 'Die Verbindung ließ sich nicht nutzen',
  'The connection could not be used ({code})': 'Die Verbindung ließ sich nicht nutzen ({code})',
  'The request was stopped': 'Die Anfrage wurde angehalten',
  'The answer is larger than 16 MiB': 'Die Antwort ist größer als 16 MiB',
  'Another way to the service was chosen meanwhile':
    'Inzwischen wurde ein anderer Weg zum Dienst gewählt',
  'Nobody on this machine vouches for the service’s certificate. If it is your company’s own, its authority has to be installed here':
    'Für das Zertifikat des Dienstes bürgt auf diesem Gerät niemand. Ist es ein eigenes der Firma, muss deren Zertifizierungsstelle hier eingerichtet sein',
  'The service’s certificate has run out; it has to be renewed there':
    'Das Zertifikat des Dienstes ist abgelaufen; es muss dort erneuert werden',
  'The service’s certificate does not hold yet; look whether this machine’s clock is right':
    'Das Zertifikat des Dienstes gilt noch nicht; geht die Uhr dieses Geräts richtig?',
  'The certificate at this address belongs to another name':
    'Das Zertifikat unter dieser Adresse gehört zu einem anderen Namen',
  'A page of the network answers in place of the service':
    'Statt des Dienstes antwortet eine Seite des Netzes',
  'A page of the network answers in place of the service: open a browser and sign in to the network. {kept}':
    'Statt des Dienstes antwortet eine Seite des Netzes: die Anmeldung beim Netz geht im Browser. {kept}',
  'The service says that it has trouble itself': 'Der Dienst meldet eigene Probleme',
  'The address is not one of http or https': 'Die Adresse beginnt nicht mit http oder https',
  'Webhooks belong to a service, and this account stays on this machine':
    'Webhooks gehören zu einem Dienst, und dieses Konto bleibt auf diesem Gerät',
  'This account is connected to a service already':
    'Dieses Konto ist schon mit einem Dienst verbunden',
  'This account stays on this machine; there is no service to sync with':
    'Dieses Konto bleibt auf diesem Gerät; es gibt keinen Dienst zum Abgleichen',
  'The service knows this {kind} already': 'Der Dienst kennt das schon: {kind}',
  'The service keeps this {kind}: it is changed there':
    'Das verwaltet der Dienst ({kind}): es wird dort geändert',
  'The service may have its client as “{name}”: match that first':
    'Der Dienst hat den Kunden vielleicht als „{name}“: bitte zuerst zuordnen',
  'Its client is only on this machine: match or make that one first':
    'Den Kunden kennt nur dieses Gerät: bitte zuerst zuordnen oder anlegen',
  '{users} use this {kind}. Move or delete them first':
    'Noch benutzt ({kind}): {users}. Bitte zuerst verschieben oder löschen',
}

const proxies: Sentences = {
  '{why}. They are set in Settings, under Network. {kept}':
    '{why}. Beides steht in den Einstellungen unter „Netzwerk“. {kept}',
  '{why}. Which proxy it is stands in Settings, under Network. {kept}':
    '{why}. Welcher Proxy es ist, steht in den Einstellungen unter „Netzwerk“. {kept}',
  'Your changes are kept here and sent later':
    'Was hier geändert wurde, bleibt und wird später gesendet',
  'The proxy wants a user name and a password':
    'Der Proxy will einen Benutzernamen und ein Passwort',
  'The proxy does not take this user name and password':
    'Der Proxy nimmt diesen Benutzernamen mit diesem Passwort nicht an',
  'The proxy wants another kind of sign-in ({kind}) than a user name and a password':
    'Der Proxy will eine andere Art der Anmeldung ({kind}) als Benutzername und Passwort',
  'The proxy does not lead to the service ({status})':
    'Der Proxy führt nicht zum Dienst ({status})',
  'The proxy does not answer': 'Der Proxy antwortet nicht',
  'The proxy cut the connection': 'Der Proxy brach die Verbindung ab',
  'The proxy cannot be used': 'Der Proxy lässt sich nicht nutzen',
  'The name of the proxy was not found': 'Der Name des Proxys wurde nicht gefunden',
  'Nothing answers at the address of the proxy': 'Unter der Adresse des Proxys antwortet nichts',
  'There is no way to the proxy from here': 'Von hier führt kein Weg zum Proxy',
  'What answers at the address of the proxy does not speak as one does; look whether it is http or https':
    'Was unter der Adresse des Proxys antwortet, spricht nicht wie einer; ist es http oder https?',
  'Nobody on this machine vouches for the proxy’s certificate. If it is your company’s own, its authority has to be installed here':
    'Für das Zertifikat des Proxys bürgt auf diesem Gerät niemand. Ist es ein eigenes der Firma, muss deren Zertifizierungsstelle hier eingerichtet sein',
  'The proxy’s certificate has run out; it has to be renewed there':
    'Das Zertifikat des Proxys ist abgelaufen; es muss dort erneuert werden',
  'The proxy’s certificate belongs to another name':
    'Das Zertifikat des Proxys gehört zu einem anderen Namen',
  'The address of the proxy cannot be read': 'Die Adresse des Proxys ist nicht lesbar',
  'Proxies of the kind {kind} cannot be used; name one for http':
    'Proxys der Art {kind} lassen sich nicht nutzen; nötig ist einer für http',
  'Needs an address such as proxy.example.com:3128':
    'Eine Adresse ist nötig, etwa proxy.example.com:3128',
  'Needs a port too, such as proxy.example.com:3128':
    'Auch ein Port ist nötig, etwa proxy.example.com:3128',
  'Needs a host and a port alone. A file that finds proxies belongs into the system’s settings':
    'Nur Name und Port sind nötig. Eine Datei, die Proxys findet, gehört in die Einstellungen des Systems',
  'Needs hosts such as intranet.example.com, and “{name}” is none':
    'Namen wie intranet.example.com sind nötig, und „{name}“ ist keiner',
  'Needs hosts, such as intranet.example.com': 'Namen sind nötig, etwa intranet.example.com',
  'Needs at most {most} hosts': 'Höchstens {most} Namen sind möglich',
  'Needs a user name without a colon': 'Ein Benutzername ohne Doppelpunkt ist nötig',
  'Needs the user name that the password belongs to': 'Der Benutzername zum Passwort ist nötig',
  'This account stays on this machine; there is no service to reach':
    'Dieses Konto bleibt auf diesem Gerät; es gibt keinen Dienst zu erreichen',
}

const troubles: Sentences = {
  'The database file of this account is damaged. Nothing was deleted: what was not sent yet stands in a journal beside it':
    'Die Datei der Datenbank dieses Kontos ist beschädigt. Nichts wurde gelöscht: noch nicht Gesendetes steht in einem Journal daneben',
  'The database file of this account is not where it was. If you moved it, put it back and try again':
    'Die Datei der Datenbank dieses Kontos ist nicht mehr an ihrem Platz. Wurde sie verschoben, hilft es, sie zurückzulegen und es erneut zu versuchen',
  'Another file stands where the database of this account should be':
    'Wo die Datenbank dieses Kontos sein sollte, liegt eine andere Datei',
  'A newer version of Stint wrote the database of this account. Install that version to open it; nothing was changed':
    'Eine neuere Version von Stint hat die Datenbank dieses Kontos geschrieben. Mit jener Version lässt sie sich öffnen; nichts wurde geändert',
  'Another program holds the database of this account. Close it; Stint goes on as soon as it can':
    'Ein anderes Programm hält die Datenbank dieses Kontos. Sobald es geschlossen ist, geht es weiter',
  'This account is open on another computer, “{name}”, or was at {time}. Close it there, or wait until {end}; then try again':
    'Dieses Konto ist auf einem anderen Rechner geöffnet, „{name}“, oder war es um {time}. Bitte dort schließen oder bis {end} warten, dann erneut versuchen',
  'The database of this account cannot be written. Check the permissions of its folder, then try again':
    'Die Datenbank dieses Kontos lässt sich nicht schreiben. Bitte die Rechte ihres Ordners prüfen und erneut versuchen',
  'The disk has no space left for the database of this account. Make space, then try again':
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
  charge: 'Kostenart',
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
