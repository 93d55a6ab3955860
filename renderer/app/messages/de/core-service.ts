/** What the core says about accounts, about the service, and about what only the service does. */
import type { Sentences } from '../sentences.ts'

const accounts: Sentences = {
  'Can’t find account {name}': 'Das Konto {name} gibt es hier nicht',
  'This account isn’t connected to a service, so it doesn’t need an access token':
    'Dieses Konto ist mit keinem Dienst verbunden und braucht kein Token',
  'This account isn’t connected to a service, so there’s nothing to sign out of':
    'Dieses Konto braucht keinen Dienst, also gibt es nichts zum Abmelden',
  'This account has no service. Connect to one first':
    'Dieses Konto hat keinen Dienst; bitte zuerst mit einem verbinden',
  'Another account is open now. Switch back to this one first':
    'Inzwischen wurde ein anderes Konto geöffnet; bitte zuerst dieses wieder öffnen',
  'Another account is open now. Nothing was changed':
    'Inzwischen wurde ein anderes Konto geöffnet. Nichts wurde geändert',
  'The open account is no longer on this computer. Nothing was changed':
    'Das geöffnete Konto ist nicht mehr auf diesem Gerät. Nichts wurde geändert',
  'Set up Stint first: connect to a service, or use this computer only':
    'Bitte zuerst wählen, wohin die Zeit geht: zu einem Dienst oder nur hierher',
  'This access token belongs to someone else. Add it as a separate account':
    'Dieses Token gehört zum Konto einer anderen Person. Bitte damit als weiteres Konto verbinden',
  'Stint can’t tell whose access token this is, and the service has none of this account’s data. Add it as a separate account':
    'Der Dienst sagt nicht, wessen Token das ist, und hat noch nichts von dem, was hier steht. Bitte als weiteres Konto verbinden',
  'Stint can’t tell whose access token this is. Try again in a minute':
    'Der Dienst hat nicht gesagt, wessen Token das ist; bitte in einer Minute erneut versuchen',
  '“{name}” on this computer is already connected to this service as {user}. Use that account, or remove it first':
    '„{name}“ auf diesem Gerät ist schon als {user} mit diesem Dienst verbunden. Bitte zuerst jenes Konto entfernen oder darin weiterarbeiten',
  'Stint can’t read this account’s database, so unsynced changes may be lost':
    'Die Datenbank dieses Kontos ist nicht lesbar; niemand weiß, was noch nicht gesendet ist',
  'Removing this account would lose {what}': 'Mit diesem Konto ginge verloren: {what}',
  '1 change that’s only on this computer': 'eine Änderung, die nur auf diesem Gerät ist',
  '{count} changes that are only on this computer':
    '{count} Änderungen, die nur auf diesem Gerät sind',
}

const kept: Sentences = {
  'This account is signed out. Sign in again in Settings or with `stint connect`. {kept}':
    'Dieses Konto ist abgemeldet. Bitte mit einem Zugriffstoken neu anmelden, in den Einstellungen oder mit `stint connect`. {kept}',
  'The service no longer accepts the access token. Connect again with a new one':
    'Der Dienst nimmt das Zugriffstoken nicht mehr an. Bitte mit einem neuen verbinden',
  'Another copy of Stint is syncing this account. Try again in a minute':
    'Ein anderes Stint gleicht dieses Konto gerade ab; bitte in einer Minute erneut versuchen',
  'Can’t reach the service, and {what} can only be changed there':
    'Der Dienst ist nicht erreichbar, und nur er kann das ändern ({what})',
  'Can’t reach the service': 'Der Dienst ist nicht erreichbar',
  'The service is busy': 'Der Dienst bittet um eine Pause',
  'Stint can’t read the service’s reply': 'Die Antwort des Dienstes ist nicht lesbar',
  'The service no longer accepts the access token':
    'Der Dienst nimmt das Zugriffstoken nicht mehr an',
  'This account is signed out': 'Dieses Konto ist abgemeldet',
}

const answers: Sentences = {
  'The service rejected this ({status})': 'Der Dienst nimmt das nicht an ({status})',
  'The service already has a matching {what} ({number}) and didn’t create a second one':
    'Der Dienst hat schon einen gleichen Datensatz ({what} {number}) und keinen zweiten angelegt',
  'The first request with this key is still running':
    'Die erste Anfrage mit diesem Schlüssel wird noch ausgeführt',
  'The network needs you to sign in': 'Das Netz will eine Anmeldung',
  'Too many requests': 'Bittet um weniger Anfragen',
  'Replied {status} with a web page': 'Antwortete {status} mit einer Webseite',
  'Replied {status} without a record': 'Antwortete {status} ohne Datensatz',
  'Replied {status} without confirming': 'Antwortete {status} ohne Bestätigung',
  'Replied without changes': 'Antwortete ohne Änderungen',
  'Replied with record {number} instead of {other}':
    'Antwortet mit Datensatz {number} statt mit {other}',
  'Replied as if it had no records': 'Antwortet hier, als hätte er keine Datensätze',
  'Replied {status}': 'Antwortete {status}',
  'Redirected to another address ({status})': 'Verweist an eine andere Adresse ({status})',
}

/** Of records of the service, each after the name of its field. */
const unreadable: Sentences = {
  'can’t be read': 'ist nicht lesbar',
  'is missing': 'fehlt',
  'is too small': 'ist zu klein',
  'is too large': 'ist zu groß',
  'isn’t what Stint expected': 'ist nicht, was es sein sollte',
  'isn’t a whole number': 'ist keine ganze Zahl',
  'isn’t text': 'ist kein Text',
  'isn’t a list': 'ist keine Liste',
  'doesn’t match the change': 'ist eine andere als die der Änderung',
  'isn’t a rate': 'ist kein Satz',
  'isn’t a date': 'ist kein Datum',
  'isn’t a timestamp': 'ist kein Zeitpunkt',
  'has a character that can’t be saved': 'enthält ein Zeichen, das nicht gespeichert werden kann',
  'Other unreadable records': 'Weitere, die nicht lesbar sind',
  'Unreadable project': 'Ein Projekt, das nicht lesbar ist',
  'Unreadable task': 'Eine Aufgabe, die nicht lesbar ist',
  'Unreadable client': 'Ein Kunde, der nicht lesbar ist',
  'Unreadable price list item': 'Eine Kostenart, die nicht lesbar ist',
  'Unreadable category': 'Eine Kategorie, die nicht lesbar ist',
  'Unreadable person': 'Eine Person, die nicht lesbar ist',
  'Unreadable webhook': 'Ein Webhook, der nicht lesbar ist',
  'Unreadable entry': 'Ein Eintrag, der nicht lesbar ist',
  'Unreadable expense': 'Eine Ausgabe, die nicht lesbar ist',
  'An entry': 'Ein Eintrag',
  'An expense': 'Eine Ausgabe',
  'A category': 'Eine Kategorie',
}

/** Of clients, projects, tasks, charges and webhooks, which the service changes at once or not. */
const direct: Sentences = {
  'This service doesn’t allow changing {what} from here. Change them on the service':
    'Dieser Dienst lässt das von hier aus nicht ändern ({what}): bitte dort, wo er verwaltet wird',
  'The service made the change, but Stint couldn’t read its reply. It will show after the next sync':
    'Der Dienst hat es getan, doch seine Antwort ist nicht lesbar; der nächste Abgleich zeigt es',
  '{kind} {number} isn’t on the service yet':
    'Der Dienst kennt das nicht von diesem Gerät: {kind} {number}',
  'Your account isn’t allowed to change {what} on this service':
    'Dieses Konto darf das bei diesem Dienst nicht ändern: {what}',
  'This {kind} is no longer on the service': 'Der Dienst hat das nicht mehr: {kind}',
  'The service didn’t confirm the change. Check the list before you try again':
    'Der Dienst hat nicht gesagt, ob er es getan hat; bitte vor dem nächsten Versuch die Liste ansehen',
  'No {kind} here has service ID {number}':
    'Nichts hier hat beim Dienst die Nummer {number} ({kind})',
  'This client isn’t on the service yet. Choose one that is':
    'Diesen Kunden kennt nur dieses Gerät; bitte einen wählen, den der Dienst hat',
  'Choose a {kind} that’s on the service': 'Bitte etwas wählen, das der Dienst hat: {kind}',
  'This has synced since. Edit or delete the record instead':
    'Das ging inzwischen an den Dienst. Bitte stattdessen den Datensatz ändern oder löschen',
  'Can’t find item {number} in Needs review': 'Die Frage {number} gibt es nicht im Posteingang',
  'Choose one of: {takes}': 'Möglich ist hier: {takes}',
  'You can only use the service’s value for fields that differ':
    'Vom Dienst lassen sich nur Felder nehmen, die sich unterscheiden',
  '--theirs needs fields of a conflict resolved with --take mine':
    'Nötig sind Felder eines Konflikts, der hier mit der eigenen Fassung beantwortet wird',
  projects: 'Projekte',
  tasks: 'Aufgaben',
  clients: 'Kunden',
  'price list items': 'Kostenarten',
  webhooks: 'Webhooks',
  webhook: 'Webhook',
  person: 'Person',
  entry: 'Eintrag',
  expense: 'Ausgabe',
}

export const services: Sentences = {
  ...accounts,
  ...kept,
  ...answers,
  ...unreadable,
  ...direct,
}
