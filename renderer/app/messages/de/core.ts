/**
 * What the core says in English: why something cannot be done, and what was changed. `{name}`
 * stands for something that is said in German too where it is known. What is not here stays English.
 */
import type { Sentences } from '../sentences.ts'
import { transfers } from './core-transfer.ts'

const changes: Sentences = {
  'Split {name}': '{name} geteilt',
  'Merged {count} entries': '{count} Einträge verbunden',
  'Duplicated {name}': '{name} dupliziert',
  'This entry is a single increment of {increment} minutes, which cannot be split':
    'Dieser Eintrag ist ein einzelner Schritt von {increment} Minuten und lässt sich nicht teilen',
  'The project counts in other increments or at another rate by now, so this entry cannot be split':
    'Das Projekt zählt inzwischen in anderen Schritten oder zu einem anderen Satz; so lässt sich der Eintrag nicht teilen',
  'Only its own person can split an entry: a half would change hands':
    'Einen Eintrag kann nur teilen, wem er gehört: Eine Hälfte würde sonst die Person wechseln',
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
    'Diese Einträge zählen in anderen Schritten oder zu anderen Sätzen und lassen sich nicht verbinden',
  'Nothing is logged from {from} to {to}; entries are merged where they touch':
    'Von {from} bis {to} ist nichts erfasst; verbunden wird, was sich berührt',
  'Together they are longer than an entry can be (in increments of {increment} minutes)':
    'Zusammen sind sie länger, als ein Eintrag sein kann (in Schritten von {increment} Minuten)',
  'Their notes together are longer than {count} characters':
    'Ihre Notizen sind zusammen länger als {count} Zeichen',
  'Undid: {what}': 'Zurückgenommen: {what}',
  'Redid: {what}': 'Wiederholt: {what}',
  '{what} (nothing of it was left)': '{what} (nichts davon war übrig)',
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
  'Let go of {name}': '{name} gehen lassen',
  'Agreed to remove {name} that are gone on the service':
    'Entfernen von {name} zugestimmt, da beim Dienst verschwunden',
  'Left out what cannot be read': 'Nicht Lesbares weggelassen',
  'Added {name}': '{name} angelegt',
  'Changed {name}': '{name} geändert',
  'Deleted {name}': '{name} gelöscht',
  'Started {name}': '{name} gestartet',
  'Stopped {name}': '{name} gestoppt',
  'Discarded {name}': '{name} verworfen',
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
  'the service did not take the access token': 'der Dienst nahm das Zugriffstoken nicht an',
  'this account is signed out': 'dieses Konto ist abgemeldet',
}

const needs: Sentences = {
  'Needs other values': 'Andere Werte sind nötig',
  'Is required': 'Ist nötig',
  'Needs text': 'Ein Text ist nötig',
  'Needs a whole number': 'Eine ganze Zahl ist nötig',
  'Needs a whole number from 1': 'Eine ganze Zahl ab 1 ist nötig',
  'Needs a whole number from {least} to {most}': 'Eine ganze Zahl von {least} bis {most} ist nötig',
  'Needs at most {most} characters': 'Höchstens {most} Zeichen sind möglich',
  'Needs a number from 0 to 100 with at most {places} decimal places':
    'Eine Zahl von 0 bis 100 mit höchstens {places} Nachkommastellen ist nötig',
  'Needs a date, YYYY-MM-DD': 'Ein Datum ist nötig, JJJJ-MM-TT',
  'Needs a date that exists, YYYY-MM-DD': 'Ein Datum, das es gibt, ist nötig, JJJJ-MM-TT',
  'Needs a three-letter currency code': 'Ein Währungskürzel aus drei Buchstaben ist nötig',
  'Needs a three-letter currency code, such as EUR':
    'Ein Währungskürzel aus drei Buchstaben ist nötig, etwa EUR',
  'Needs an end after its begin': 'Das Ende muss nach dem Beginn liegen',
  'Needs at least one day': 'Mindestens ein Tag ist nötig',
  'Needs an address': 'Eine Adresse ist nötig',
  'Needs an address such as https://time.example.com':
    'Eine Adresse ist nötig, etwa https://time.example.com',
  'Needs an access token': 'Ein Zugriffstoken ist nötig',
  'Needs the name of a header': 'Der Name eines Headers ist nötig',
  'Needs one of: {names}': 'Eines davon ist nötig: {names}',
  'Needs at most {most} increments of {increment} minutes ({hours} hours)':
    'Höchstens {most} Takte zu {increment} Minuten sind möglich ({hours} Stunden)',
  'Has a character that cannot be kept; remove it':
    'Enthält ein Zeichen, das nicht gespeichert werden kann; bitte entfernen',
  'Has a character that no token has; copy the token again':
    'Enthält ein Zeichen, das kein Token hat; bitte neu kopieren',
  'Has a character that no scheme has': 'Enthält ein Zeichen, das kein Schema hat',
  'Is required, since the project is for a client':
    'Ist nötig, da das Projekt für einen Kunden ist',
  'Is required where there is a budget': 'Ist nötig, wo es ein Budget gibt',
  'Is required: what the charge costs here is not known':
    'Ist nötig: was die Kostenart hier kostet, ist nicht bekannt',
  'Comes from the charge; take the charge away to make it a one-off':
    'Kommt von der Kostenart; ohne sie wird es einmalig',
  'Makes a total that is too large to be counted exactly; it needs to be smaller':
    'Ergibt eine Summe, die zu groß zum genauen Zählen ist; sie muss kleiner sein',
  'There is no project {number} here; choose another':
    'Das Projekt {number} gibt es hier nicht; bitte ein anderes wählen',
  'There is no task {number} here; choose another':
    'Die Aufgabe {number} gibt es hier nicht; bitte eine andere wählen',
  'This project was deleted; choose another':
    'Dieses Projekt wurde gelöscht; bitte ein anderes wählen',
  'This task was deleted; choose another': 'Diese Aufgabe wurde gelöscht; bitte eine andere wählen',
  'An active category has this name already; choose another one':
    'Eine aktive Kategorie heißt schon so; bitte einen anderen Namen wählen',
  'Another active category has this name now; rename that one first':
    'Eine andere aktive Kategorie heißt inzwischen so; bitte zuerst jene umbenennen',
  'Another active category is called {name} now. Rename that one first':
    'Eine andere aktive Kategorie heißt inzwischen {name}. Bitte zuerst jene umbenennen',
  'Category {name} is in the archives; restore it first':
    'Kategorie {name} ist im Archiv; bitte zuerst zurückholen',
}

const refusals: Sentences = {
  'There is nothing to undo': 'Es gibt nichts zurückzunehmen',
  'There is nothing to redo': 'Es gibt nichts zu wiederholen',
  'This change was undone already': 'Diese Änderung wurde schon zurückgenommen',
  'This was brought back already': 'Das wurde schon zurückgeholt',
  'Another timer is running. Stop it first, then undo':
    'Ein anderer Timer läuft. Erst stoppen, dann zurücknehmen',
  'No timer is running': 'Es läuft kein Timer',
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
  'This entry is {whose}; they or an owner of the organisation can change it':
    'Dieser Eintrag gehört {whose}; ändern kann ihn nur diese Person oder wem die Organisation gehört',
  'somebody else’s': 'jemand anderem',
  '{name}’s': '{name}',
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
  'Its client is only on this machine: match or make that one first':
    'Den Kunden kennt nur dieses Gerät: bitte zuerst zuordnen oder anlegen',
  '{users} use this {kind}. Move or delete them first':
    'Noch benutzt ({kind}): {users}. Bitte zuerst verschieben oder löschen',
  'The disk did not take the write; make space, then try again':
    'Die Platte nahm nichts mehr an; bitte Platz schaffen und erneut versuchen',
  'Another program holds the database; try again in a moment':
    'Ein anderes Programm hält die Datenbank; bitte gleich noch einmal versuchen',
  'The database cannot be written; check the folder’s permissions':
    'Die Datenbank lässt sich nicht schreiben; bitte die Rechte des Ordners prüfen',
  'The database file is damaged; restore a backup':
    'Die Datei der Datenbank ist beschädigt; bitte zu einer Sicherung zurückgehen',
  'There is not enough space on the disk for a backup; make space, then try again':
    'Für eine Sicherung fehlt Platz auf der Platte; bitte Platz schaffen und erneut versuchen',
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
  'The database of this account cannot be written. Check the permissions of its folder, then try again':
    'Die Datenbank dieses Kontos lässt sich nicht schreiben. Bitte die Rechte ihres Ordners prüfen und erneut versuchen',
  'The disk has no space left for the database of this account. Make space, then try again':
    'Auf der Platte ist kein Platz mehr für die Datenbank dieses Kontos. Bitte Platz schaffen und erneut versuchen',
}

/** Names of fields, as `fieldName` writes those of the specification. */
const fields: Sentences = {
  Date: 'Datum',
  Start: 'Beginn',
  Quantity: 'Anzahl',
  Increment: 'Takt',
  Notes: 'Notizen',
  Project: 'Projekt',
  Task: 'Aufgabe',
  Client: 'Kunde',
  Charge: 'Kostenart',
  Categories: 'Kategorien',
  Category: 'Kategorie',
  User: 'Person',
  Name: 'Name',
  Code: 'Kürzel',
  Currency: 'Währung',
  Rate: 'Satz',
  Unit: 'Einheit',
  'Unit charge': 'Preis je Einheit',
  'Total cost': 'Gesamtkosten',
  'Total charge': 'Gesamtpreis',
  'Tax rate': 'Steuersatz',
  'Tax type': 'Steuerart',
  Internal: 'Intern',
  Tasks: 'Aufgaben',
  Charges: 'Kostenarten',
  Projects: 'Projekte',
  'Deleted at': 'Archiviert',
}

export const core: Sentences = {
  ...changes,
  ...passes,
  ...needs,
  ...refusals,
  ...troubles,
  ...transfers,
  ...fields,
}
