/** What the core says about its own keeping: the database, backups, ways back, the doctor. */
import type { Sentences } from '../sentences.ts'

const doctor: Sentences = {
  'Every page and every index of the database is sound':
    'Jede Seite und jeder Index der Datenbank ist heil',
  'The database is damaged: {why}. {way}': 'Die Datenbank ist beschädigt: {why}. {way}',
  '`stint restore {name}` goes back to the newest backup, with what was not sent since':
    '`stint restore {name}` geht zur neuesten Sicherung zurück, samt allem seither nicht Gesendeten',
  'Without a backup, `stint doctor --start-anew` begins an empty database, with what was not sent yet':
    'Ohne Sicherung beginnt `stint doctor --start-anew` eine leere Datenbank, samt allem noch nicht Gesendeten',
  '`stint doctor --start-anew` sets the file aside and begins an empty database, with what was not sent yet':
    '`stint doctor --start-anew` legt die Datei beiseite und beginnt eine leere Datenbank, samt allem noch nicht Gesendeten',
  'Every reference leads to a record': 'Jeder Verweis führt zu einem Datensatz',
  '1 reference led nowhere and is empty now': '1 Verweis führte ins Leere und ist nun entfernt',
  '{count} references led nowhere and are empty now':
    '{count} Verweise führten ins Leere und sind nun entfernt',
  '1 reference lead nowhere': '1 Verweis führt ins Leere',
  '{count} references lead nowhere': '{count} Verweise führen ins Leere',
  'What is known of the service belongs to records that are here':
    'Was vom Dienst bekannt ist, gehört zu Datensätzen, die hier sind',
  '1 row about records that are gone were removed':
    '1 Zeile über verschwundene Datensätze wurde entfernt',
  '{count} rows about records that are gone were removed':
    '{count} Zeilen über verschwundene Datensätze wurden entfernt',
  'No sync is under way': 'Es läuft kein Abgleich',
  'A sync is under way': 'Ein Abgleich läuft',
  'A sync that would never have ended was given up; the next one begins afresh':
    'Ein Abgleich, der nie geendet hätte, wurde aufgegeben; der nächste beginnt von vorn',
  '1 unfinished copy removed': '1 unfertige Kopie entfernt',
  '{count} unfinished copies removed': '{count} unfertige Kopien entfernt',
  '1 backup; the newest, {name}, is sound': '1 Sicherung; die neueste, {name}, ist heil',
  '{count} backups; the newest, {name}, is sound':
    '{count} Sicherungen; die neueste, {name}, ist heil',
  'There was no sound backup of the last two days; one was made':
    'Aus den letzten zwei Tagen gab es keine heile Sicherung; nun gibt es eine',
  'No backup could be made. {why}': 'Eine Sicherung war nicht möglich. {why}',
  'The journal of unsent changes cannot be written; check space and permissions':
    'Das Journal der nicht gesendeten Änderungen lässt sich nicht schreiben; bitte Platz und Rechte prüfen',
  'The journal is up to date (1 line)': 'Das Journal ist aktuell (1 Zeile)',
  'The journal is up to date ({count} lines)': 'Das Journal ist aktuell ({count} Zeilen)',
  '1 line of it were cut short and are passed over': '1 Zeile darin bricht ab und wird übergangen',
  '{count} lines of it were cut short and are passed over':
    '{count} Zeilen darin brechen ab und werden übergangen',
  'Only you can read the files of this account':
    'Niemand sonst kann die Dateien dieses Kontos lesen',
  '1 file or folder could be read by others; now only by you':
    '1 Datei oder Ordner war für andere lesbar; jetzt nicht mehr',
  '{count} files or folders could be read by others; now only by you':
    '{count} Dateien oder Ordner waren für andere lesbar; jetzt nicht mehr',
  'Only {size} MB are free on the disk; make space':
    'Nur {size} MB sind auf der Platte frei; bitte Platz schaffen',
  '{size} MB are free on the disk': '{size} MB sind auf der Platte frei',
  '1 former file in {folder}; delete what you do not need any more':
    '1 frühere Datei in {folder}; nicht mehr Gebrauchtes kann gelöscht werden',
  '{count} former files in {folder}; delete what you do not need any more':
    '{count} frühere Dateien in {folder}; nicht mehr Gebrauchtes kann gelöscht werden',
  'The service cannot be reached at the moment': 'Der Dienst ist gerade nicht erreichbar',
  'The service does not say what time it has': 'Der Dienst sagt nicht, wie spät es bei ihm ist',
  'This clock agrees with the service’s': 'Diese Uhr stimmt mit der des Dienstes überein',
  'This clock is {seconds} seconds ahead of the service’s; set it right':
    'Diese Uhr geht gegenüber der des Dienstes {seconds} Sekunden vor; bitte stellen',
  'This clock is {seconds} seconds behind the service’s; set it right':
    'Diese Uhr geht gegenüber der des Dienstes {seconds} Sekunden nach; bitte stellen',
  'The account is not open': 'Das Konto ist nicht geöffnet',
  'No account is open': 'Es ist kein Konto geöffnet',
  'The account was closed meanwhile. See whether this was done before you do it again':
    'Das Konto wurde inzwischen geschlossen. Vor einem neuen Versuch bitte nachsehen, ob es schon geschehen ist',
  'There is no account yet, so there is nothing to look into':
    'Es gibt noch kein Konto, also nichts anzusehen',
  '{count} to go back to; the newest is {name}':
    '{count}, zu denen es zurückgehen kann; die neueste ist {name}',
  'There is none': 'Es gibt keine',
}

const backups: Sentences = {
  'The copy was not sound, so it was not kept: {why}. `stint doctor` looks into it':
    'Die Kopie war nicht heil und wurde nicht behalten: {why}. `stint doctor` sieht nach',
  'The account was closed before the copy was finished':
    'Das Konto wurde geschlossen, bevor die Kopie fertig war',
  'There is a file {file} already; name another one, or remove it':
    'Die Datei {file} gibt es schon; bitte anders nennen oder jene entfernen',
  'There is no file {file}': 'Die Datei {file} gibt es nicht',
  '{file} cannot be used: {why}': '{file} lässt sich nicht verwenden: {why}',
  'Is no name of a backup': 'So heißt keine Sicherung',
  'it is a folder': 'es ist ein Ordner',
  'the file is empty': 'die Datei ist leer',
  'it does not say whose database it is': 'sie sagt nicht, zu welchem Konto sie gehört',
  'it was altered: {how}': 'sie wurde verändert: {how}',
  'it has a {type} “{name}” that Stint did not make':
    'darin ist etwas, das nicht von Stint stammt ({type} „{name}“)',
  'its {type} “{name}” is missing': 'darin fehlt etwas ({type} „{name}“)',
  'its “{name}” is not as Stint makes it': '„{name}“ ist darin anders, als Stint es anlegt',
  'This database was altered: {how} ({file})': 'Diese Datenbank wurde verändert: {how} ({file})',
  'The data folder {path} belongs to another user of this machine ({uid}): name one of your own with --home':
    'Der Datenordner {path} gehört jemand anderem auf diesem Rechner ({uid}): bitte mit --home einen eigenen angeben',
  'Other users of this machine can write into the data folder {path}, and that cannot be changed there: name another one with --home':
    'Andere auf diesem Rechner können in den Datenordner {path} schreiben, und das lässt sich dort nicht ändern: bitte mit --home einen anderen angeben',
  'it is no database of the Stint app': 'es ist keine Datenbank der App Stint',
  'it is no database': 'es ist keine Datenbank',
  'there is no such file': 'diese Datei gibt es nicht',
  'it is damaged, and not all of it can be read': 'sie ist beschädigt und nicht ganz lesbar',
  'a newer version of Stint wrote it ({names})':
    'eine neuere Version von Stint hat sie geschrieben ({names})',
}

const recoveries: Sentences = {
  'Another window or command of Stint has this account open. Close it first, then try again':
    'Ein anderes Fenster oder ein Befehl von Stint benutzt dieses Konto. Bitte zuerst schließen, dann erneut versuchen',
  'The database file was damaged. Stint set it aside and went back to the backup of {day}. {after}':
    'Die Datei der Datenbank war beschädigt. Stint hat sie beiseitegelegt und ist zur Sicherung vom {day} zurückgegangen. {after}',
  'Stint took the backup {file} and set the former file aside. {after}':
    'Stint hat die Sicherung {file} übernommen und die frühere Datei beiseitegelegt. {after}',
  'Stint took the backup {file}. {after}': 'Stint hat die Sicherung {file} übernommen. {after}',
  'Stint began an empty database and set the former file aside. {after}':
    'Stint hat eine leere Datenbank begonnen und die frühere Datei beiseitegelegt. {after}',
  'Nothing shows that this backup belongs to the account that is open: no entry is in both. Sync this account, then try again':
    'Nichts zeigt, dass diese Sicherung zu dem offenen Konto gehört: Kein Eintrag ist in beiden. Gleichen Sie dieses Konto ab, und versuchen Sie es dann noch einmal',
  'This backup belongs to another account, not to the account that is open':
    'Diese Sicherung gehört einem anderen Konto, nicht dem geöffneten',
  'This backup belongs to {account}, not to the account that is open':
    'Diese Sicherung gehört zu {account}, nicht zum geöffneten Konto',
  'From the journal came back: {what}. What the service has is read again':
    'Aus dem Journal zurückgeholt: {what}. Was der Dienst hat, wird neu gelesen',
  'From the journal came back: {what}': 'Aus dem Journal zurückgeholt: {what}',
  'What the service has is read again': 'Was der Dienst hat, wird neu gelesen',
  'Nothing had to be put back': 'Zurückzuholen war nichts',
  '{changes} and the running timer': '{changes} und der laufende Timer',
  'the running timer': 'der laufende Timer',
  'one unsent change': 'eine nicht gesendete Änderung',
  '{count} unsent changes': '{count} nicht gesendete Änderungen',
  'The database of this account is in use and well; nothing was done':
    'Die Datenbank dieses Kontos ist in Gebrauch und heil; nichts wurde getan',
}

const files: Sentences = {
  'This file is not a Stint database': 'Diese Datei ist keine Datenbank von Stint',
  'This database file is damaged': 'Diese Datei der Datenbank ist beschädigt',
  'This file is a database of another program':
    'Diese Datei ist die Datenbank eines anderen Programms',
  'This file is the database of a Stint service, not of this app':
    'Diese Datei ist die Datenbank eines Stint-Dienstes, nicht die dieser App',
  'Another program holds this database; close it and try again':
    'Ein anderes Programm hält diese Datenbank; bitte schließen und erneut versuchen',
  'This database file cannot be opened for writing; check the folder’s permissions':
    'Die Datei der Datenbank lässt sich nicht zum Schreiben öffnen; bitte die Rechte des Ordners prüfen',
  'The disk did not take the write; check that it has space left':
    'Die Platte nahm nichts mehr an; bitte prüfen, ob noch Platz ist',
  'The folder of this database does not exist ({file})':
    'Den Ordner dieser Datenbank gibt es nicht ({file})',
  'A newer version of Stint wrote this database ({names}). Install that version to open it; nothing was changed':
    'Eine neuere Version von Stint hat diese Datenbank geschrieben ({names}). Mit jener Version lässt sie sich öffnen; nichts wurde geändert',
  'The disk did not take the write; make space, then try again':
    'Die Platte nahm nichts mehr an; bitte Platz schaffen und erneut versuchen',
  'Something went wrong in Stint; the report below helps to mend it':
    'In Stint ging etwas schief; der Bericht unten hilft, es zu beheben',
  'The disk is almost full, so nothing is fetched; make space':
    'Die Platte ist fast voll, daher wird nichts geholt; bitte Platz schaffen',
  'Another program holds the database; try again in a moment':
    'Ein anderes Programm hält die Datenbank; bitte gleich noch einmal versuchen',
  'The database cannot be written; check the folder’s permissions':
    'Die Datenbank lässt sich nicht schreiben; bitte die Rechte des Ordners prüfen',
  'The database file is damaged; restore a backup':
    'Die Datei der Datenbank ist beschädigt; bitte zu einer Sicherung zurückgehen',
  'The data folder cannot be written; check its permissions or name another one':
    'Der Datenordner lässt sich nicht schreiben; bitte seine Rechte prüfen oder einen anderen nennen',
  'The data folder cannot be made there; name another one':
    'Dort lässt sich kein Datenordner anlegen; bitte einen anderen nennen',
  'There is not enough space on the disk for a backup; make space, then try again':
    'Für eine Sicherung fehlt Platz auf der Platte; bitte Platz schaffen und erneut versuchen',
}

export const care: Sentences = { ...doctor, ...backups, ...recoveries, ...files }
