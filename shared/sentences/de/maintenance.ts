/** German of the core's sentences about the database, backups, recovery and the data check. */
import type { CoreSentences } from '../translator.ts'

const doctor: CoreSentences = {
  'The database and its indexes are OK': 'Die Datenbank und ihre Indizes sind in Ordnung',
  'The database is damaged: {why}. {way}': 'Die Datenbank ist beschädigt: {why}. {way}',
  '`stint restore {name}` restores the latest backup and keeps unsynced changes':
    '`stint restore {name}` stellt die neueste Sicherung wieder her und behält nicht synchronisierte Änderungen',
  'There’s no backup. `stint doctor --start-anew` starts an empty database and keeps unsynced changes':
    'Es gibt keine Sicherung. `stint doctor --start-anew` beginnt mit einer leeren Datenbank und behält nicht synchronisierte Änderungen',
  '`stint doctor --start-anew` sets the file aside, starts an empty database, and keeps unsynced changes':
    '`stint doctor --start-anew` legt die Datei beiseite, beginnt mit einer leeren Datenbank und behält nicht synchronisierte Änderungen',
  'All references are OK': 'Alle Verweise sind in Ordnung',
  'Cleared 1 broken reference': '1 defekter Verweis entfernt',
  'Cleared {count} broken references': '{count} defekte Verweise entfernt',
  '1 broken reference': '1 defekter Verweis',
  '{count} broken references': '{count} defekte Verweise',
  'Sync data is OK': 'Die Synchronisierungsdaten sind in Ordnung',
  'Removed 1 leftover sync row': '1 verwaiste Zeile in den Synchronisierungsdaten entfernt',
  'Removed {count} leftover sync rows':
    '{count} verwaiste Zeilen in den Synchronisierungsdaten entfernt',
  'Removed 1 unfinished backup': '1 unvollständige Sicherung entfernt',
  'Removed {count} unfinished backups': '{count} unvollständige Sicherungen entfernt',
  '1 backup. The latest, {name}, is OK': '1 Sicherung. Die neueste, {name}, ist in Ordnung',
  '{count} backups. The latest, {name}, is OK':
    '{count} Sicherungen. Die neueste, {name}, ist in Ordnung',
  'There was no good backup from the last two days, so Stint made one':
    'Aus den letzten 2 Tagen gab es keine intakte Sicherung, daher hat Stint eine erstellt',
  'Couldn’t make a backup. {why}': 'Sicherung nicht möglich. {why}',
  'Can’t write the journal of unsynced changes. Check disk space and permissions':
    'Das Journal nicht synchronisierter Änderungen lässt sich nicht schreiben. Speicherplatz und Zugriffsrechte prüfen',
  'The journal is up to date (1 line)': 'Das Journal ist aktuell (1 Zeile)',
  'The journal is up to date ({count} lines)': 'Das Journal ist aktuell ({count} Zeilen)',
  'Skipped 1 incomplete line': '1 unvollständige Zeile übersprungen',
  'Skipped {count} incomplete lines': '{count} unvollständige Zeilen übersprungen',
  'Only you can read this account’s files':
    'Die Dateien dieses Kontos sind für andere nicht lesbar',
  'Made 1 file or folder private. Others could read it before':
    '1 Datei oder Ordner ist jetzt privat. Bisher war der Inhalt für andere lesbar',
  'Made {count} files or folders private. Others could read them before':
    '{count} Dateien oder Ordner sind jetzt privat. Bisher war der Inhalt für andere lesbar',
  'Only {size} MB free on the disk. Free up some space':
    'Nur {size} MB auf der Festplatte frei. Speicherplatz freigeben',
  '{size} MB free on the disk': '{size} MB auf der Festplatte frei',
  '1 old file in {folder}. Delete it if you don’t need it':
    '1 alte Datei in {folder}. Löschen, falls nicht mehr benötigt',
  '{count} old files in {folder}. Delete the ones you don’t need':
    '{count} alte Dateien in {folder}. Nicht mehr benötigte löschen',
  'Can’t reach the service right now': 'Der Dienst ist gerade nicht erreichbar',
  'The service doesn’t report its time': 'Der Dienst teilt seine Uhrzeit nicht mit',
  'This computer’s clock matches the service’s':
    'Die Uhr dieses Computers stimmt mit der des Dienstes überein',
  'This computer’s clock is {seconds} seconds ahead of the service’s. Correct it':
    'Die Uhr dieses Computers geht gegenüber dem Dienst {seconds} Sekunden vor. Uhrzeit korrigieren',
  'This computer’s clock is {seconds} seconds behind the service’s. Correct it':
    'Die Uhr dieses Computers geht gegenüber dem Dienst {seconds} Sekunden nach. Uhrzeit korrigieren',
  'The account isn’t open': 'Das Konto ist nicht geöffnet',
  'No account is open': 'Kein Konto ist geöffnet',
  'The account was closed in the meantime. Check whether this was done before you do it again':
    'Das Konto wurde inzwischen geschlossen. Vor einem neuen Versuch prüfen, ob die Änderung schon erfolgt ist',
  'No account yet, so there’s nothing to check': 'Noch kein Konto, daher gibt es nichts zu prüfen',
  '{count} to restore. The latest is {name}': '{count} verfügbar. Die neueste ist {name}',
  None: 'Keine',
}

const backups: CoreSentences = {
  'The backup failed its check and was deleted: {why}. Run `stint doctor`':
    'Die Sicherung hat die Prüfung nicht bestanden und wurde gelöscht: {why}. `stint doctor` ausführen',
  'The account was closed before the copy was finished':
    'Das Konto wurde geschlossen, bevor die Kopie fertig war',
  'The backup was stopped before it was finished': 'Die Sicherung wurde vorzeitig abgebrochen',
  'File not found: {file}': 'Datei nicht gefunden: {file}',
  'Can’t use {file}: {why}': '{file} lässt sich nicht verwenden: {why}',
  'Isn’t the name of a backup': 'Keine Sicherung heißt so',
  'checking it takes too long': 'die Prüfung dauert zu lange',
  'it’s a folder': 'es ist ein Ordner',
  'the file is empty': 'die Datei ist leer',
  'it doesn’t say whose database it is': 'sie gibt nicht an, zu welchem Konto sie gehört',
  'it was altered: {how}': 'sie wurde verändert: {how}',
  'it has a {type} “{name}” that Stint didn’t create': '„{name}“ ({type}) stammt nicht von Stint',
  'its {type} “{name}” is missing': '„{name}“ ({type}) fehlt',
  'its “{name}” isn’t as Stint creates it': '„{name}“ ist anders, als Stint es anlegt',
  'This database was altered: {how} ({file})': 'Diese Datenbank wurde verändert: {how} ({file})',
  'it isn’t a Stint database': 'es ist keine Stint-Datenbank',
  'it isn’t a database': 'es ist keine Datenbank',
  'the file doesn’t exist': 'die Datei gibt es nicht',
  'it’s damaged and can’t be fully read': 'sie ist beschädigt und nicht vollständig lesbar',
  'it needs a newer version of Stint ({names})':
    'sie erfordert eine neuere Version von Stint ({names})',
}

const recoveries: CoreSentences = {
  'Created an empty database and set the old one aside':
    'Leere Datenbank angelegt und alte beiseitegelegt',
  'Recovered the running timer': 'Erhalten geblieben: der laufende Timer',
  'Recovered 1 unsynced change': 'Erhalten geblieben: 1 nicht synchronisierte Änderung',
  'Recovered 1 unsynced change and the running timer':
    'Erhalten geblieben: 1 nicht synchronisierte Änderung und der laufende Timer',
  'Nothing shows that this backup belongs to the account that is open: no entry is in both. Sync this account, then try again':
    'Nichts weist darauf hin, dass diese Sicherung zum geöffneten Konto gehört: Kein Eintrag kommt in beiden vor. Dieses Konto synchronisieren und erneut versuchen',
  'This backup belongs to another account': 'Diese Sicherung gehört zu einem anderen Konto',
  'Everything on the service is downloaded again':
    'Alle Daten des Dienstes werden erneut heruntergeladen',
  'Nothing was missing': 'Es hat nichts gefehlt',
  '{changes} and the running timer': '{changes} und der laufende Timer',
  'the running timer': 'der laufende Timer',
  '1 unsynced change': '1 nicht synchronisierte Änderung',
  '{count} unsynced changes': '{count} nicht synchronisierte Änderungen',
  'This account’s database is in use and OK, so nothing was changed':
    'Die Datenbank dieses Kontos ist in Gebrauch und in Ordnung. Es wurde nichts geändert',
}

const files: CoreSentences = {
  'This file isn’t a Stint database': 'Diese Datei ist keine Stint-Datenbank',
  'This database file is damaged': 'Diese Datenbankdatei ist beschädigt',
  'This file is a database of another program':
    'Diese Datei ist die Datenbank eines anderen Programms',
  'This file is a Stint service’s database, not the app’s':
    'Diese Datei ist die Datenbank eines Stint-Dienstes, nicht die der App',
  'Another Stint command is using this data folder. Try again when it’s done':
    'Ein anderer Stint-Befehl verwendet diesen Datenordner. Nach dessen Ende erneut versuchen',
  'Stint is open and can serve the API itself: in Settings → Data and backup → Enable local API':
    'Stint ist geöffnet und kann die API selbst bereitstellen: Einstellungen → Daten und Sicherung → Lokale API aktivieren',
  'Another program is using this database. Close it and try again':
    'Ein anderes Programm verwendet diese Datenbank. Programm schließen und erneut versuchen',
  'Can’t write to this database. Check the folder’s permissions':
    'In diese Datenbank lässt sich nicht schreiben. Zugriffsrechte des Ordners prüfen',
  'Couldn’t write to the disk. Check that it has free space':
    'Schreiben auf die Festplatte nicht möglich. Prüfen, ob genug Speicherplatz frei ist',
  'The database’s folder doesn’t exist ({file})':
    'Der Ordner der Datenbank ist nicht vorhanden ({file})',
  'This database needs a newer version of Stint ({names}). Install it to open the database. Nothing was changed':
    'Diese Datenbank erfordert eine neuere Version von Stint ({names}). Zum Öffnen diese Version installieren. Es wurde nichts geändert',
  'Couldn’t write to the disk. Free up some space and try again':
    'Schreiben auf die Festplatte nicht möglich. Speicherplatz freigeben und erneut versuchen',
  'Something went wrong in Stint. The report below helps to fix it':
    'In Stint ist etwas schiefgegangen. Der Bericht unten hilft, das Problem zu beheben',
  'The disk is almost full, so nothing is downloaded. Free up some space':
    'Die Festplatte ist fast voll, daher wird nichts heruntergeladen. Speicherplatz freigeben',
  'Another program is using the database. Try again in a moment':
    'Ein anderes Programm verwendet die Datenbank. In Kürze erneut versuchen',
  'Can’t write to the database. Check the folder’s permissions':
    'In die Datenbank lässt sich nicht schreiben. Zugriffsrechte des Ordners prüfen',
  'The database is damaged. Restore a backup':
    'Die Datenbank ist beschädigt. Sicherung wiederherstellen',
  'Can’t write to the data folder. Check its permissions or use another folder':
    'In den Datenordner lässt sich nicht schreiben. Zugriffsrechte prüfen oder anderen Ordner verwenden',
  'Can’t create the data folder there. Use another folder':
    'Dort lässt sich kein Datenordner anlegen. Anderen Ordner verwenden',
  'Not enough disk space for a backup. Free up some space and try again':
    'Zu wenig Speicherplatz für eine Sicherung. Speicherplatz freigeben und erneut versuchen',
}

export const maintenanceSentences: CoreSentences = {
  ...doctor,
  ...backups,
  ...recoveries,
  ...files,
}
