/** What the core says about its own keeping: the database, backups, ways back, the doctor. */
import type { Sentences } from '../sentences.ts'

const doctor: Sentences = {
  'The database and its indexes are OK': 'Jede Seite und jeder Index der Datenbank ist heil',
  'The database is damaged: {why}. {way}': 'Die Datenbank ist beschädigt: {why}. {way}',
  '`stint restore {name}` restores the latest backup and keeps unsynced changes':
    '`stint restore {name}` geht zur neuesten Sicherung zurück, samt allem seither nicht Gesendeten',
  'There’s no backup. `stint doctor --start-anew` starts an empty database and keeps unsynced changes':
    'Ohne Sicherung beginnt `stint doctor --start-anew` eine leere Datenbank, samt allem noch nicht Gesendeten',
  '`stint doctor --start-anew` sets the file aside, starts an empty database, and keeps unsynced changes':
    '`stint doctor --start-anew` legt die Datei beiseite und beginnt eine leere Datenbank, samt allem noch nicht Gesendeten',
  'All references are OK': 'Jeder Verweis führt zu einem Datensatz',
  'Cleared 1 broken reference': '1 Verweis führte ins Leere und ist nun entfernt',
  'Cleared {count} broken references': '{count} Verweise führten ins Leere und sind nun entfernt',
  '1 broken reference': '1 Verweis führt ins Leere',
  '{count} broken references': '{count} Verweise führen ins Leere',
  'Sync data is OK': 'Was vom Dienst bekannt ist, gehört zu Datensätzen, die hier sind',
  'Removed 1 leftover sync row': '1 Zeile über verschwundene Datensätze wurde entfernt',
  'Removed {count} leftover sync rows':
    '{count} Zeilen über verschwundene Datensätze wurden entfernt',
  'No sync is running': 'Es läuft kein Abgleich',
  'A sync is running': 'Ein Abgleich läuft',
  'Ended a stuck sync. The next one starts fresh':
    'Ein Abgleich, der nie geendet hätte, wurde aufgegeben; der nächste beginnt von vorn',
  'Removed 1 unfinished backup': '1 unfertige Kopie entfernt',
  'Removed {count} unfinished backups': '{count} unfertige Kopien entfernt',
  '1 backup. The latest, {name}, is OK': '1 Sicherung; die neueste, {name}, ist heil',
  '{count} backups. The latest, {name}, is OK':
    '{count} Sicherungen; die neueste, {name}, ist heil',
  'There was no good backup from the last two days, so Stint made one':
    'Aus den letzten zwei Tagen gab es keine heile Sicherung; nun gibt es eine',
  'Couldn’t make a backup. {why}': 'Eine Sicherung war nicht möglich. {why}',
  'Can’t write the journal of unsynced changes. Check disk space and permissions':
    'Das Journal der nicht gesendeten Änderungen lässt sich nicht schreiben; bitte Platz und Rechte prüfen',
  'The journal is up to date (1 line)': 'Das Journal ist aktuell (1 Zeile)',
  'The journal is up to date ({count} lines)': 'Das Journal ist aktuell ({count} Zeilen)',
  'Skipped 1 incomplete line': '1 Zeile darin bricht ab und wird übergangen',
  'Skipped {count} incomplete lines': '{count} Zeilen darin brechen ab und werden übergangen',
  'Only you can read this account’s files': 'Niemand sonst kann die Dateien dieses Kontos lesen',
  'Made 1 file or folder private. Others could read it before':
    '1 Datei oder Ordner war für andere lesbar; jetzt nicht mehr',
  'Made {count} files or folders private. Others could read them before':
    '{count} Dateien oder Ordner waren für andere lesbar; jetzt nicht mehr',
  'Only {size} MB free on the disk. Free up some space':
    'Nur {size} MB sind auf der Platte frei; bitte Platz schaffen',
  '{size} MB free on the disk': '{size} MB sind auf der Platte frei',
  '1 old file in {folder}. Delete it if you don’t need it':
    '1 frühere Datei in {folder}; nicht mehr Gebrauchtes kann gelöscht werden',
  '{count} old files in {folder}. Delete the ones you don’t need':
    '{count} frühere Dateien in {folder}; nicht mehr Gebrauchtes kann gelöscht werden',
  'Can’t reach the service right now': 'Der Dienst ist gerade nicht erreichbar',
  'The service doesn’t report its time': 'Der Dienst sagt nicht, wie spät es bei ihm ist',
  'This computer’s clock matches the service’s': 'Diese Uhr stimmt mit der des Dienstes überein',
  'This computer’s clock is {seconds} seconds ahead of the service’s. Correct it':
    'Diese Uhr geht gegenüber der des Dienstes {seconds} Sekunden vor; bitte stellen',
  'This computer’s clock is {seconds} seconds behind the service’s. Correct it':
    'Diese Uhr geht gegenüber der des Dienstes {seconds} Sekunden nach; bitte stellen',
  'The account isn’t open': 'Das Konto ist nicht geöffnet',
  'No account is open': 'Es ist kein Konto geöffnet',
  'The account was closed in the meantime. Check whether this was done before you do it again':
    'Das Konto wurde inzwischen geschlossen. Vor einem neuen Versuch bitte nachsehen, ob es schon geschehen ist',
  'No account yet, so there’s nothing to check': 'Es gibt noch kein Konto, also nichts anzusehen',
  '{count} to restore. The latest is {name}':
    '{count}, zu denen es zurückgehen kann; die neueste ist {name}',
  None: 'Es gibt keine',
}

const backups: Sentences = {
  'The backup failed its check and was deleted: {why}. Run `stint doctor`':
    'Die Kopie war nicht heil und wurde nicht behalten: {why}. `stint doctor` sieht nach',
  'The account was closed before the copy was finished':
    'Das Konto wurde geschlossen, bevor die Kopie fertig war',
  '{file} already exists. Use another name, or remove the file':
    'Die Datei {file} gibt es schon; bitte anders nennen oder jene entfernen',
  'File not found: {file}': 'Die Datei {file} gibt es nicht',
  'Can’t use {file}: {why}': '{file} lässt sich nicht verwenden: {why}',
  'Isn’t the name of a backup': 'So heißt keine Sicherung',
  'it’s a folder': 'es ist ein Ordner',
  'the file is empty': 'die Datei ist leer',
  'it doesn’t say whose database it is': 'sie sagt nicht, zu welchem Konto sie gehört',
  'it was altered: {how}': 'sie wurde verändert: {how}',
  'it has a {type} “{name}” that Stint didn’t create':
    'darin ist etwas, das nicht von Stint stammt ({type} „{name}“)',
  'its {type} “{name}” is missing': 'darin fehlt etwas ({type} „{name}“)',
  'its “{name}” isn’t as Stint creates it': '„{name}“ ist darin anders, als Stint es anlegt',
  'This database was altered: {how} ({file})': 'Diese Datenbank wurde verändert: {how} ({file})',
  'The data folder {path} belongs to another user of this computer ({uid}). Choose one of your own with --home':
    'Der Datenordner {path} gehört jemand anderem auf diesem Rechner ({uid}): bitte mit --home einen eigenen angeben',
  'Other users of this computer can write to the data folder {path}, and Stint can’t change that. Choose another one with --home':
    'Andere auf diesem Rechner können in den Datenordner {path} schreiben, und das lässt sich dort nicht ändern: bitte mit --home einen anderen angeben',
  'it isn’t a Stint database': 'es ist keine Datenbank der App Stint',
  'it isn’t a database': 'es ist keine Datenbank',
  'the file doesn’t exist': 'diese Datei gibt es nicht',
  'it’s damaged and can’t be fully read': 'sie ist beschädigt und nicht ganz lesbar',
  'it needs a newer version of Stint ({names})':
    'eine neuere Version von Stint hat sie geschrieben ({names})',
}

const recoveries: Sentences = {
  'Another Stint window or command has this account open. Close it and try again':
    'Ein anderes Fenster oder ein Befehl von Stint benutzt dieses Konto. Bitte zuerst schließen, dann erneut versuchen',
  'The database was damaged. Stint set it aside and restored the backup from {day}. {after}':
    'Die Datei der Datenbank war beschädigt. Stint hat sie beiseitegelegt und ist zur Sicherung vom {day} zurückgegangen. {after}',
  'Restored backup {file} and set the old database aside. {after}':
    'Stint hat die Sicherung {file} übernommen und die frühere Datei beiseitegelegt. {after}',
  'Restored backup {file}. {after}': 'Stint hat die Sicherung {file} übernommen. {after}',
  'Created an empty database and set the old one aside. {after}':
    'Stint hat eine leere Datenbank begonnen und die frühere Datei beiseitegelegt. {after}',
  'Nothing shows that this backup belongs to the account that is open: no entry is in both. Sync this account, then try again':
    'Nichts zeigt, dass diese Sicherung zu dem offenen Konto gehört: Kein Eintrag ist in beiden. Gleichen Sie dieses Konto ab, und versuchen Sie es dann noch einmal',
  'This backup belongs to another account':
    'Diese Sicherung gehört einem anderen Konto, nicht dem geöffneten',
  'This backup belongs to {account}, not to the open account':
    'Diese Sicherung gehört zu {account}, nicht zum geöffneten Konto',
  'Recovered {what}. Everything on the service is downloaded again':
    'Aus dem Journal zurückgeholt: {what}. Was der Dienst hat, wird neu gelesen',
  'Recovered {what}': 'Aus dem Journal zurückgeholt: {what}',
  'Everything on the service is downloaded again': 'Was der Dienst hat, wird neu gelesen',
  'Nothing was missing': 'Zurückzuholen war nichts',
  '{changes} and the running timer': '{changes} und der laufende Timer',
  'the running timer': 'der laufende Timer',
  '1 unsynced change': 'eine nicht gesendete Änderung',
  '{count} unsynced changes': '{count} nicht gesendete Änderungen',
  'This account’s database is in use and OK, so nothing was changed':
    'Die Datenbank dieses Kontos ist in Gebrauch und heil; nichts wurde getan',
}

const files: Sentences = {
  'This file isn’t a Stint database': 'Diese Datei ist keine Datenbank von Stint',
  'This database file is damaged': 'Diese Datei der Datenbank ist beschädigt',
  'This file is a database of another program':
    'Diese Datei ist die Datenbank eines anderen Programms',
  'This file is a Stint service’s database, not the app’s':
    'Diese Datei ist die Datenbank eines Stint-Dienstes, nicht die dieser App',
  'Another program is using this database. Close it and try again':
    'Ein anderes Programm hält diese Datenbank; bitte schließen und erneut versuchen',
  'Can’t write to this database. Check the folder’s permissions':
    'Die Datei der Datenbank lässt sich nicht zum Schreiben öffnen; bitte die Rechte des Ordners prüfen',
  'Couldn’t write to the disk. Check that it has free space':
    'Die Platte nahm nichts mehr an; bitte prüfen, ob noch Platz ist',
  'The database’s folder doesn’t exist ({file})':
    'Den Ordner dieser Datenbank gibt es nicht ({file})',
  'This database needs a newer version of Stint ({names}). Install it to open the database. Nothing was changed':
    'Eine neuere Version von Stint hat diese Datenbank geschrieben ({names}). Mit jener Version lässt sie sich öffnen; nichts wurde geändert',
  'Couldn’t write to the disk. Free up some space and try again':
    'Die Platte nahm nichts mehr an; bitte Platz schaffen und erneut versuchen',
  'Something went wrong in Stint. The report below helps to fix it':
    'In Stint ging etwas schief; der Bericht unten hilft, es zu beheben',
  'The disk is almost full, so nothing is downloaded. Free up some space':
    'Die Platte ist fast voll, daher wird nichts geholt; bitte Platz schaffen',
  'Another program is using the database. Try again in a moment':
    'Ein anderes Programm hält die Datenbank; bitte gleich noch einmal versuchen',
  'Can’t write to the database. Check the folder’s permissions':
    'Die Datenbank lässt sich nicht schreiben; bitte die Rechte des Ordners prüfen',
  'The database is damaged. Restore a backup':
    'Die Datei der Datenbank ist beschädigt; bitte zu einer Sicherung zurückgehen',
  'Can’t write to the data folder. Check its permissions or use another folder':
    'Der Datenordner lässt sich nicht schreiben; bitte seine Rechte prüfen oder einen anderen nennen',
  'Can’t create the data folder there. Use another folder':
    'Dort lässt sich kein Datenordner anlegen; bitte einen anderen nennen',
  'Not enough disk space for a backup. Free up some space and try again':
    'Für eine Sicherung fehlt Platz auf der Platte; bitte Platz schaffen und erneut versuchen',
}

export const care: Sentences = { ...doctor, ...backups, ...recoveries, ...files }
