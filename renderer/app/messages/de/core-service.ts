/** What the core says about accounts, about the service, and about what only the service does. */
import type { Sentences } from '../sentences.ts'

const accounts: Sentences = {
  'There is no account {name} here': 'Das Konto {name} gibt es hier nicht',
  'This account is not connected to a service, so it needs no token':
    'Dieses Konto ist mit keinem Dienst verbunden und braucht kein Token',
  'This account needs no service, so there is nothing to sign out of':
    'Dieses Konto braucht keinen Dienst, also gibt es nichts zum Abmelden',
  'This account has no service; connect to one first':
    'Dieses Konto hat keinen Dienst; bitte zuerst mit einem verbinden',
  'Another account was opened meanwhile; open this one again first':
    'Inzwischen wurde ein anderes Konto geöffnet; bitte zuerst dieses wieder öffnen',
  'Another account was opened meanwhile. Nothing was changed':
    'Inzwischen wurde ein anderes Konto geöffnet. Nichts wurde geändert',
  'The account that was open is not on this machine any more. Nothing was changed':
    'Das geöffnete Konto ist nicht mehr auf diesem Gerät. Nichts wurde geändert',
  'Choose first where your time goes: connect to a service, or work here':
    'Bitte zuerst wählen, wohin die Zeit geht: zu einem Dienst oder nur hierher',
  "This token belongs to somebody else's account. Connect to it as another account":
    'Dieses Token gehört zum Konto einer anderen Person. Bitte damit als weiteres Konto verbinden',
  'The service does not say whose token this is, and has nothing yet of what stands here. Connect to it as another account':
    'Der Dienst sagt nicht, wessen Token das ist, und hat noch nichts von dem, was hier steht. Bitte als weiteres Konto verbinden',
  'The service did not say whose token this is; try again in a minute':
    'Der Dienst hat nicht gesagt, wessen Token das ist; bitte in einer Minute erneut versuchen',
  '“{name}” on this machine is connected to this service as {user}. Remove that account first, or go on in it':
    '„{name}“ auf diesem Gerät ist schon als {user} mit diesem Dienst verbunden. Bitte zuerst jenes Konto entfernen oder darin weiterarbeiten',
  'The database of this account cannot be read, so nobody knows what was not sent yet':
    'Die Datenbank dieses Kontos ist nicht lesbar; niemand weiß, was noch nicht gesendet ist',
  'In this account {what}: removing it would lose that':
    'In diesem Konto {what}: das ginge mit dem Entfernen verloren',
  '{changes} and the timer runs': '{changes} und läuft der Timer',
  'the timer runs': 'läuft der Timer',
  'one change is not sent yet': 'ist eine Änderung noch nicht gesendet',
  'one change is on this machine only': 'ist eine Änderung nur auf diesem Gerät',
  '{count} changes are not sent yet': 'sind {count} Änderungen noch nicht gesendet',
  '{count} changes are on this machine only': 'sind {count} Änderungen nur auf diesem Gerät',
}

const kept: Sentences = {
  'Your changes are kept here and sent later':
    'Die Änderungen bleiben hier und werden später gesendet',
  'A page of the network answers in place of the service: open a browser and sign in to the network. {kept}':
    'Statt des Dienstes antwortet eine Seite des Netzes: bitte im Browser beim Netz anmelden. {kept}',
  'This account is signed out. Sign in again with an access token, in Settings or with `stint connect`. {kept}':
    'Dieses Konto ist abgemeldet. Bitte mit einem Zugriffstoken neu anmelden, in den Einstellungen oder mit `stint connect`. {kept}',
  'The service does not take the access token any more. Connect again with a new one':
    'Der Dienst nimmt das Zugriffstoken nicht mehr an. Bitte mit einem neuen verbinden',
  'Another Stint is syncing this account at the moment; try again in a minute':
    'Ein anderes Stint gleicht dieses Konto gerade ab; bitte in einer Minute erneut versuchen',
  'The service cannot be reached, and only it can change its {what}':
    'Der Dienst ist nicht erreichbar, und nur er kann das ändern ({what})',
  'The service cannot be reached': 'Der Dienst ist nicht erreichbar',
  'A page of the network answers in place of the service':
    'Statt des Dienstes antwortet eine Seite des Netzes',
  'The service says that it has trouble itself': 'Der Dienst meldet eigene Probleme',
  'The service asks to be left alone for a while': 'Der Dienst bittet um eine Pause',
  'What the service answers cannot be read': 'Die Antwort des Dienstes ist nicht lesbar',
  'The service does not take the access token any more':
    'Der Dienst nimmt das Zugriffstoken nicht mehr an',
  'This account is signed out': 'Dieses Konto ist abgemeldet',
}

const answers: Sentences = {
  'The service does not take this ({status})': 'Der Dienst nimmt das nicht an ({status})',
  'The service already has {what} {number}, which is like this one, and made no second':
    'Der Dienst hat schon einen gleichen Datensatz ({what} {number}) und keinen zweiten angelegt',
  'The first request with this key is still being carried out':
    'Die erste Anfrage mit diesem Schlüssel wird noch ausgeführt',
  'The network asks for a login': 'Das Netz will eine Anmeldung',
  'Asks for fewer requests': 'Bittet um weniger Anfragen',
  'Answered {status} with a web page': 'Antwortete {status} mit einer Webseite',
  'Answered {status} without a record': 'Antwortete {status} ohne Datensatz',
  'Answered {status} without success': 'Antwortete {status} ohne Bestätigung',
  'Answered without changes': 'Antwortete ohne Änderungen',
  'Answers with record {number} in place of {other}':
    'Antwortet mit Datensatz {number} statt mit {other}',
  'Answers here as if it had no records': 'Antwortet hier, als hätte er keine Datensätze',
  'Answered {status}': 'Antwortete {status}',
  'Sends to another address ({status})': 'Verweist an eine andere Adresse ({status})',
  'The request was stopped': 'Die Anfrage wurde angehalten',
  'The answer is larger than 16 MiB': 'Die Antwort ist größer als 16 MiB',
  'The connection could not be used': 'Die Verbindung ließ sich nicht benutzen',
  'Nobody on this machine vouches for the service’s certificate. If it is your company’s own, its authority has to be installed here':
    'Niemand auf diesem Gerät bürgt für das Zertifikat des Dienstes. Ist es ein eigenes der Firma, muss deren Zertifizierungsstelle hier installiert werden',
  'The service’s certificate has run out; it has to be renewed there':
    'Das Zertifikat des Dienstes ist abgelaufen; es muss dort erneuert werden',
  'The address of the proxy cannot be read': 'Die Adresse des Proxys ist nicht lesbar',
  'Proxies of the kind {kind} cannot be used; name one for http':
    'Proxys der Art {kind} lassen sich nicht benutzen; bitte einen für http nennen',
  'The proxy wants a user name and a password': 'Der Proxy will Benutzernamen und Passwort',
  'The proxy does not lead to the service ({status})':
    'Der Proxy führt nicht zum Dienst ({status})',
  'The certificate at this address belongs to another name':
    'Das Zertifikat unter dieser Adresse gehört zu einem anderen Namen',
}

/** Of records of the service, each after the name of its field. */
const unreadable: Sentences = {
  'cannot be read': 'ist nicht lesbar',
  'is missing': 'fehlt',
  'is too small': 'ist zu klein',
  'is too large': 'ist zu groß',
  'is not what it should be': 'ist nicht, was es sein sollte',
  'is no whole number': 'ist keine ganze Zahl',
  'is no text': 'ist kein Text',
  'is no list': 'ist keine Liste',
  'another than the change’s': 'ist eine andere als die der Änderung',
  'not a rate': 'ist kein Satz',
  'is no date': 'ist kein Datum',
  'is no timestamp': 'ist kein Zeitpunkt',
  'has a character that cannot be kept': 'enthält ein Zeichen, das nicht gespeichert werden kann',
  'Others that cannot be read': 'Weitere, die nicht lesbar sind',
  'A project that cannot be read': 'Ein Projekt, das nicht lesbar ist',
  'A task that cannot be read': 'Eine Aufgabe, die nicht lesbar ist',
  'A client that cannot be read': 'Ein Kunde, der nicht lesbar ist',
  'A charge that cannot be read': 'Eine Kostenart, die nicht lesbar ist',
  'A category that cannot be read': 'Eine Kategorie, die nicht lesbar ist',
  'A user that cannot be read': 'Eine Person, die nicht lesbar ist',
  'A webhook that cannot be read': 'Ein Webhook, der nicht lesbar ist',
  'An entry that cannot be read': 'Ein Eintrag, der nicht lesbar ist',
  'An expense that cannot be read': 'Eine Ausgabe, die nicht lesbar ist',
  'An entry': 'Ein Eintrag',
  'An expense': 'Eine Ausgabe',
  'A category': 'Eine Kategorie',
}

/** Of clients, projects, tasks, charges and webhooks, which the service changes at once or not. */
const direct: Sentences = {
  'This service does not let its {what} be changed from here: change them where it is looked after':
    'Dieser Dienst lässt das von hier aus nicht ändern ({what}): bitte dort, wo er verwaltet wird',
  'The service did it, but answered in a way that cannot be read; the next sync shows it':
    'Der Dienst hat es getan, doch seine Antwort ist nicht lesbar; der nächste Abgleich zeigt es',
  'The service knows no {kind} {number} of this machine':
    'Der Dienst kennt das nicht von diesem Gerät: {kind} {number}',
  'Your account may not change {what} on this service':
    'Dieses Konto darf das bei diesem Dienst nicht ändern: {what}',
  'The service does not have this {kind} any more': 'Der Dienst hat das nicht mehr: {kind}',
  'The service did not say whether it did so; look at the list before you try again':
    'Der Dienst hat nicht gesagt, ob er es getan hat; bitte vor dem nächsten Versuch die Liste ansehen',
  'No {kind} here has the service’s id {number}':
    'Nichts hier hat beim Dienst die Nummer {number} ({kind})',
  'This client is only on this machine; choose one that the service has':
    'Diesen Kunden kennt nur dieses Gerät; bitte einen wählen, den der Dienst hat',
  'Choose a {kind} that the service has': 'Bitte etwas wählen, das der Dienst hat: {kind}',
  'This was sent to the service since. Change or delete the record instead':
    'Das ging inzwischen an den Dienst. Bitte stattdessen den Datensatz ändern oder löschen',
  'There is no card {number} in the inbox': 'Die Frage {number} gibt es nicht im Posteingang',
  'This can be answered with {takes}': 'Möglich ist hier: {takes}',
  'Only fields that differ can be taken from the service':
    'Vom Dienst lassen sich nur Felder nehmen, die sich unterscheiden',
  'Needs fields of a conflict that is answered with mine':
    'Nötig sind Felder eines Konflikts, der hier mit der eigenen Fassung beantwortet wird',
  projects: 'Projekte',
  tasks: 'Aufgaben',
  clients: 'Kunden',
  charges: 'Kostenarten',
  webhooks: 'Webhooks',
  webhook: 'Webhook',
  user: 'Person',
}

export const services: Sentences = {
  ...accounts,
  ...kept,
  ...answers,
  ...unreadable,
  ...direct,
}
