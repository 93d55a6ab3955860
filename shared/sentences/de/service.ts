/** German of the core's sentences about accounts and the service. */
import type { CoreSentences } from '../translator.ts'

const accounts: CoreSentences = {
  'This account isn’t connected to a service, so it doesn’t need an access token':
    'Dieses Konto ist mit keinem Dienst verbunden und braucht kein Zugriffstoken',
  'This account isn’t connected to a service, so there’s nothing to sign out of':
    'Dieses Konto ist mit keinem Dienst verbunden. Abmelden ist nicht nötig',
  'This account has no service. Connect to one first':
    'Dieses Konto hat keinen Dienst. Zuerst mit einem verbinden',
  'Another account is open now. Switch back to this one first':
    'Inzwischen ist ein anderes Konto geöffnet. Zuerst zu diesem Konto zurückwechseln',
  'Another account is open now. Nothing was changed':
    'Inzwischen ist ein anderes Konto geöffnet. Es wurde nichts geändert',
  'The open account is no longer on this computer. Nothing was changed':
    'Das geöffnete Konto ist nicht mehr auf diesem Computer. Es wurde nichts geändert',
  'Set up Stint first: connect to a service, or use this computer only':
    'Zuerst Stint einrichten: mit einem Dienst verbinden oder nur auf diesem Computer nutzen',
  'This access token belongs to someone else. Add it as a separate account':
    'Dieses Zugriffstoken gehört einer anderen Person. Damit ein weiteres Konto hinzufügen',
  'Stint can’t tell whose access token this is, and the service has none of this account’s data. Add it as a separate account':
    'Unklar, wem dieses Zugriffstoken gehört. Der Dienst hat keine Daten dieses Kontos. Mit dem Token ein weiteres Konto hinzufügen',
  'This account is signed out. Sign in again first':
    'Dieses Konto ist abgemeldet. Zuerst erneut anmelden',
  'Stint can’t tell whose access token this is. Try again in a minute':
    'Unklar, wem dieses Zugriffstoken gehört. In einer Minute erneut versuchen',
  'Stint can’t read this account’s database, so unsynced changes may be lost':
    'Die Datenbank dieses Kontos ist nicht lesbar. Nicht synchronisierte Änderungen könnten verloren gehen',
  'Removing this account would lose {what}': 'Mit diesem Konto ginge verloren: {what}',
  '1 change that’s only on this computer': '1 nur auf diesem Computer gespeicherte Änderung',
  '{count} changes that are only on this computer':
    '{count} nur auf diesem Computer gespeicherte Änderungen',
}

const kept: CoreSentences = {
  'This account is signed out. Sign in again in Settings or with `stint connect`. {kept}':
    'Dieses Konto ist abgemeldet. In den Einstellungen oder mit `stint connect` erneut anmelden. {kept}',
  'The service has moved to {url}. Agree in Settings or with `stint account move {again}`. {kept}':
    'Der Dienst ist zu {url} umgezogen. In den Einstellungen oder mit `stint account move {again}` zustimmen. {kept}',
  'The service no longer accepts the access token. Connect again with a new one':
    'Der Dienst akzeptiert das Zugriffstoken nicht mehr. Mit einem neuen verbinden',
  'Can’t reach the service': 'Der Dienst ist nicht erreichbar',
  'The service is busy': 'Der Dienst ist ausgelastet',
  'Stint can’t read the service’s reply': 'Die Antwort des Dienstes ist nicht lesbar',
  'The service no longer accepts the access token':
    'Der Dienst akzeptiert das Zugriffstoken nicht mehr',
  'This account is signed out': 'Dieses Konto ist abgemeldet',
  'The service has moved to {url}': 'Der Dienst ist zu {url} umgezogen',
}

const answers: CoreSentences = {
  'The service rejected this ({status})': 'Vom Dienst abgelehnt ({status})',
  'The service shows other records than before, so nothing was received. Stint will check again':
    'Der Dienst zeigt andere Datensätze als bisher, deshalb wurde nichts empfangen. Stint prüft es erneut',
  'None of the records known here exist at this address any more, so nothing was sent or received. Check the address. If they were deleted there, answer the question about them':
    'Keiner der hier bekannten Datensätze ist unter dieser Adresse noch vorhanden, deshalb wurde nichts gesendet oder empfangen. Die Adresse prüfen. Wenn sie dort gelöscht wurden, die Frage dazu beantworten',
  'This address now leads to other records, so nothing was sent or received. Check the address, or add it as another account':
    'Diese Adresse führt jetzt zu anderen Datensätzen, deshalb wurde nichts gesendet oder empfangen. Die Adresse prüfen oder als weiteres Konto hinzufügen',
  'The service answered with {what} {number}, which is already here':
    'Der Dienst hat mit {what} {number} geantwortet, hier schon vorhanden',
  'The first request with this key is still running':
    'Die erste Anfrage mit diesem Schlüssel läuft noch',
  'The network needs you to sign in': 'Das Netzwerk verlangt eine Anmeldung',
  'Too many requests': 'Zu viele Anfragen',
  'Replied {status} with a web page': 'Antwort {status} mit einer Webseite',
  'Replied {status} with JSON nested deeper than {count} levels':
    'Antwort {status} mit JSON, das tiefer als {count} Ebenen verschachtelt ist',
  'Replied {status} without a record': 'Antwort {status} ohne Datensatz',
  'Replied {status} without confirming': 'Antwort {status} ohne Bestätigung',
  'Replied without changes': 'Antwort ohne Änderungen',
  'Replied with record {number} instead of {other}': 'Antwort mit Datensatz {number} statt {other}',
  'Replied as if it had no records': 'Antwort, als gäbe es keine Datensätze',
  'Replied {status}': 'Antwort {status}',
  'Redirected to another address ({status})': 'Weiterleitung an eine andere Adresse ({status})',
}

/** Problems of the service's records, each after the name of its field. */
const unreadable: CoreSentences = {
  'can’t be read': 'ist nicht lesbar',
  'is missing': 'fehlt',
  'is too small': 'ist zu klein',
  'is too large': 'ist zu groß',
  'isn’t what Stint expected': 'hat einen unerwarteten Wert',
  'isn’t a whole number': 'ist keine ganze Zahl',
  'isn’t text': 'ist kein Text',
  'isn’t a list': 'ist keine Liste',
  'doesn’t match the change': 'passt nicht zur Änderung',
  'isn’t a rate': 'ist kein Satz',
  'isn’t a date': 'ist kein Datum',
  'isn’t a timestamp': 'ist kein Zeitstempel',
  'has a character that can’t be saved': 'enthält ein Zeichen, das sich nicht speichern lässt',
  'Other unreadable records': 'Weitere nicht lesbare Datensätze',
  'Unreadable project': 'Nicht lesbares Projekt',
  'Unreadable task': 'Nicht lesbare Aufgabe',
  'Unreadable client': 'Nicht lesbarer Kunde',
  'Unreadable price list item': 'Nicht lesbare Position',
  'Unreadable category': 'Nicht lesbare Kategorie',
  'Unreadable person': 'Nicht lesbare Person',
  'Unreadable webhook': 'Nicht lesbarer Webhook',
  'Unreadable entry': 'Nicht lesbarer Eintrag',
  'Unreadable expense': 'Nicht lesbare Ausgabe',
  'An entry': 'Eintrag',
  'An expense': 'Ausgabe',
  'A category': 'Kategorie',
}

/** About clients, projects, tasks, charges and webhooks, which change on the service directly. */
const direct: CoreSentences = {
  'The service made the change, but Stint couldn’t read its reply. It will show after the next sync':
    'Der Dienst hat die Änderung übernommen, seine Antwort ist aber nicht lesbar. Die Änderung erscheint nach der nächsten Synchronisierung',
  'The service didn’t confirm the change. Check the list before you try again':
    'Der Dienst hat die Änderung nicht bestätigt. Vor dem nächsten Versuch die Liste prüfen',
  'This client isn’t on the service yet. Choose one that is':
    'Dieser Kunde fehlt noch beim Dienst. Anderen auswählen',
  'This has synced since. Edit or delete the record instead':
    'Inzwischen synchronisiert. Stattdessen den Datensatz bearbeiten oder löschen',
  'You can only use the service’s value for fields that differ':
    'Werte des Dienstes lassen sich nur für abweichende Felder übernehmen',
  '--theirs needs fields of a conflict resolved with --take mine':
    '--theirs braucht Felder eines Konflikts, der mit --take mine gelöst wird',
  projects: 'Projekte',
  tasks: 'Aufgaben',
  clients: 'Kunden',
  'price list items': 'Positionen',
  webhooks: 'Webhooks',
  webhook: 'Webhook',
  person: 'Person',
  entry: 'Eintrag',
  expense: 'Ausgabe',
}

/** Of managing a service on the command line. */
const administration: CoreSentences = {
  'Back up a PostgreSQL database with pg_dump. SERVICE.md shows how':
    'Eine PostgreSQL-Datenbank mit pg_dump sichern. SERVICE.md zeigt, wie',
  'The demo needs an empty database, and this one already has an organization. Use another file':
    'Die Demo braucht eine leere Datenbank, und diese hat schon eine Organisation. Andere Datei verwenden',
  'An organization needs a name': 'Eine Organisation braucht einen Namen',
  'A user needs a name': 'Eine Person braucht einen Namen',
  'A user needs an email address': 'Eine Person braucht eine E-Mail-Adresse',
  'This token isn’t in use': 'Dieses Zugriffstoken ist nicht in Gebrauch',
  'A rate needs two three-letter currency codes, like EUR':
    'Ein Kurs braucht 2 Währungskürzel mit 3 Buchstaben, z. B. EUR',
  'A rate needs two different currencies': 'Ein Kurs braucht 2 verschiedene Währungen',
  'A rate needs a decimal above 0, like 1.85': 'Ein Kurs braucht eine Zahl über 0, z. B. 1.85',
  'There are several organizations. Choose one with --organization':
    'Es gibt mehrere Organisationen. Mit --organization eine auswählen',
  'No organizations yet. Add one first': 'Noch keine Organisation. Zuerst eine anlegen',
  'A PostgreSQL address looks like postgres://user@host:5432/name. If set, “connections” must be from 1 to 1000':
    'Eine PostgreSQL-Adresse sieht so aus: postgres://user@host:5432/name. „connections“ ist darin eine Zahl von 1 bis 1000',
}

export const serviceSentences: CoreSentences = {
  ...accounts,
  ...kept,
  ...answers,
  ...unreadable,
  ...direct,
  ...administration,
}
