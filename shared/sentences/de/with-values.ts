import { counts, summaries } from './summaries.ts'

/**
 * German of the core's sentences with values. A language has every one of them; what it leaves out,
 * or the core says without it, is a type error.
 */
export const german = {
  ...summaries,
  ...counts,

  'Can’t find {kind} {number}': '{kind} {number} nicht gefunden',
  'Can’t find change {number}': 'Änderung {number} nicht gefunden',
  'Can’t find item {number} in trash': 'Element {number} nicht im Papierkorb gefunden',
  'Can’t find item {number} in Needs review': 'Element {number} nicht unter „Zu prüfen“ gefunden',
  'Choose one of: {takes}': 'Eines davon auswählen: {takes}',
  'This is {name}’s entry. Only they or an organization owner can edit it':
    'Dieser Eintrag gehört {name}. Bearbeiten können ihn nur diese Person und die Inhaber der Organisation',
  'This entry is a single {increment}-minute increment, which can’t be split':
    'Dieser Eintrag ist nur einen {increment}-Minuten-Takt lang und lässt sich nicht teilen',
  'Enter a time between {from} and {to}': 'Uhrzeit zwischen {from} und {to} eingeben',
  'There’s a gap from {from} to {to}. Only entries that touch can be merged':
    'Von {from} bis {to} ist eine Lücke. Zusammenführen lassen sich nur Einträge, die direkt aneinander anschließen',
  'Together they’re too long for one entry (in {increment}-minute increments)':
    'Zusammen sind sie zu lang für einen Eintrag (im {increment}-Minuten-Takt)',
  'Their combined notes are longer than {count} characters':
    'Die Notizen sind zusammen länger als {count} Zeichen',
  'This cell changed in the meantime and now has {length}. Check it and enter the hours again':
    'Diese Zelle wurde inzwischen geändert und enthält jetzt {length}. Prüfen und Stunden erneut eingeben',
  'Another category is called “{name}” now. Rename it first':
    'Eine andere Kategorie heißt inzwischen „{name}“. Diese zuerst umbenennen',
  'Category “{name}” is archived. Restore it first':
    'Kategorie „{name}“ ist archiviert. Zuerst wiederherstellen',
  'This {kind} is managed on the service. Edit it there':
    '{kind} wird beim Dienst verwaltet. Dort bearbeiten',
  'Entries, expenses, or categories use this {kind}. Move or delete them first':
    '{kind} wird noch verwendet (Einträge, Ausgaben oder Kategorien). Diese zuerst verschieben oder löschen',
  'This {kind} is already on the service': '{kind} ist schon beim Dienst vorhanden',
  'Choose a {kind} that’s on the service': 'Datensatz auswählen, den es beim Dienst gibt ({kind})',
  'The service may have its client as “{name}”. Match the client first':
    'Beim Dienst heißt der Kunde vielleicht „{name}“. Zuerst zuordnen',
  'No {kind} here has service ID {number}':
    'Hier nicht gefunden: {kind} mit der ID {number} beim Dienst',
  'This service doesn’t allow changing {kinds} from here. Change them on the service':
    '{kinds} lassen sich bei diesem Dienst nicht von hier aus ändern. Dort ändern',
  '{kind} {number} isn’t on the service yet': '{kind} {number} fehlt noch beim Dienst',
  'Your account isn’t allowed to change {kinds} on this service':
    'Dieses Konto darf {kinds} bei diesem Dienst nicht ändern',
  'This {kind} is no longer on the service': '{kind} ist nicht mehr beim Dienst vorhanden',
  'Can’t reach the service, and {kinds} can only be changed there':
    'Der Dienst ist nicht erreichbar. {kinds} lassen sich nur dort ändern',
  'Stint has no call named {name}': 'Stint kennt keinen Aufruf {name}',
  'Couldn’t save {place}. Choose another folder':
    'Die Datei ließ sich nicht speichern ({place}). Anderen Ordner auswählen',

  'Can’t find account {name}': 'Konto {name} nicht gefunden',
  'The access token is only for {url}. To use another service, connect to it with its own token':
    'Das Zugriffstoken ist nur für {url}. Einen anderen Dienst mit dessen eigenem Token verbinden',
  '“{name}” on this computer is already connected to this service as {user}. Use that account, or remove it first':
    '„{name}“ auf diesem Computer ist schon als {user} mit diesem Dienst verbunden. Dieses Konto verwenden oder zuerst entfernen',
  '“{name}” isn’t a host. Use hosts like intranet.example.com':
    '„{name}“ ist kein Host. Hosts wie intranet.example.com eingeben',
  'Proxies of type {type} aren’t supported. Use an HTTP proxy':
    '{type}-Proxys werden nicht unterstützt. HTTP-Proxy verwenden',
  'This backup belongs to {account}, not to the open account':
    'Diese Sicherung gehört zu {account}, nicht zum geöffneten Konto',
  '{file} already exists. Use another name, or remove the file':
    '{file} gibt es schon. Anderen Namen verwenden oder die Datei entfernen',
  'The data folder {path} belongs to another user of this computer ({uid}). Choose one of your own with --home':
    'Der Datenordner {path} gehört einem anderen Benutzer dieses Computers ({uid}). Mit --home einen eigenen angeben',
  'Other users of this computer can write to the data folder {path}, and Stint can’t change that. Choose another one with --home':
    'Andere Benutzer dieses Computers können in den Datenordner {path} schreiben, und Stint kann das nicht ändern. Mit --home einen anderen angeben',
  'Stint (process {pid}) has this data folder open but isn’t responding. Quit it and try again':
    'Stint (Prozess {pid}) hat diesen Datenordner geöffnet, reagiert aber nicht. Stint beenden und erneut versuchen',
  '`stint api` (process {pid}) is using this data folder. Stop it and try again':
    '`stint api` (Prozess {pid}) verwendet diesen Datenordner. Beenden und erneut versuchen',
  'Stint is already open on this data folder, in a browser (process {pid}). Quit it there, or use that one':
    'Stint ist mit diesem Datenordner schon in einem Browser geöffnet (Prozess {pid}). Dort beenden oder dort weiterarbeiten',
  'Stint is already open on this data folder, in its own window (process {pid}). Quit it there, or use that one':
    'Stint ist mit diesem Datenordner schon in einem eigenen Fenster geöffnet (Prozess {pid}). Dort beenden oder dort weiterarbeiten',

  'The database was damaged. Stint set it aside and restored the backup from {moment}':
    'Die Datenbank war beschädigt. Stint hat sie beiseitegelegt und die Sicherung vom {moment} wiederhergestellt',
  'Restored backup {file}': 'Sicherung {file} wiederhergestellt',
  'Restored backup {file} and set the old database aside':
    'Sicherung {file} wiederhergestellt und alte Datenbank beiseitegelegt',
  'Recovered {count} unsynced changes':
    'Erhalten geblieben: {count} nicht synchronisierte Änderungen',
  'Recovered {count} unsynced changes and the running timer':
    'Erhalten geblieben: {count} nicht synchronisierte Änderungen und der laufende Timer',

  'There’s no column “{name}”. The file has {columns}':
    'Spalte „{name}“ nicht gefunden. Die Datei hat {columns}',
  'Can’t tell which column is the {field}. Set it with --columns {field}=…. The file has {columns}':
    'Keine Spalte als „{field}“ erkannt. Mit --columns {field}=… angeben. Die Datei hat {columns}',
  'Some dates are day first, others month first. Choose one with --dates dmy or --dates mdy':
    'Manche Datumsangaben beginnen mit dem Tag, andere mit dem Monat. Mit --dates dmy oder --dates mdy festlegen',
  'Dates like {date} could be day first or month first. Choose one with --dates dmy or --dates mdy':
    'Datumsangaben wie {date} können mit dem Tag oder dem Monat beginnen. Mit --dates dmy oder --dates mdy festlegen',
  'Dates like {date} could be day first or year first. Choose one with --dates dmy or --dates ymd':
    'Datumsangaben wie {date} können mit dem Tag oder dem Jahr beginnen. Mit --dates dmy oder --dates ymd festlegen',
  'The {kind} “{name}” no longer exists. Preview the file again':
    '{kind} „{name}“ gibt es nicht mehr. Vorschau der Datei neu laden',
  'The file has entries from {people}. Choose whose to import':
    'Die Datei enthält Einträge von {people}. Person für den Import auswählen',

  // Of the service and its database, and of what the command line starts.
  'Port {port} is already in use. Choose another with --port':
    'Port {port} ist schon belegt. Mit --port einen anderen angeben',
  'Port {port} is already in use by another program. Choose another':
    'Port {port} belegt schon ein anderes Programm. Anderen wählen',
  'This account can’t use port {port}. Choose one above 1023':
    'Dieses Benutzerkonto darf Port {port} nicht verwenden. Einen ab 1024 wählen',
  'A port is a whole number from 0 to 65535, not {port}':
    'Ein Port ist eine ganze Zahl von 0 bis 65535, nicht {port}',
  'This computer has no address “{host}”. Choose another':
    'Dieser Computer hat keine Adresse „{host}“. Andere wählen',
  'Unknown setting {name}. Use some of {names}': 'Unbekannte Einstellung {name}. Es gibt: {names}',
  '{name} needs a whole number from {least} to {most}. “{text}” isn’t':
    '{name} braucht eine ganze Zahl von {least} bis {most}, nicht „{text}“',
  '{name} needs all, none, or some of {names}, not “{text}”':
    '{name} braucht all, none oder einige von {names}, nicht „{text}“',
  '{name} needs true or false, not “{text}”': '{name} braucht true oder false, nicht „{text}“',
  'The base address needs to start with http:// or https://, like https://example.org/stint. “{address}” doesn’t':
    'Die Adresse des Dienstes beginnt mit http:// oder https://, z. B. https://example.org/stint, anders als „{address}“',
  'Unknown capability {names}. Use some of {known}':
    'Unbekannte Funktion {names}. Es gibt: {known}',
  'No database at {file}': 'Keine Datenbank unter {file}',
  'The copy is damaged, so it wasn’t kept: {problem}. Check {file}':
    'Die Kopie ist beschädigt und wurde deshalb nicht behalten: {problem}. {file} prüfen',
  '{file} is damaged, or isn’t a database': '{file} ist beschädigt oder keine Datenbank',
  'Can’t write the copy {file} ({code}). Check the folder':
    'Die Kopie {file} lässt sich nicht schreiben ({code}). Ordner prüfen',
  '{file} already exists. Use another file': '{file} gibt es schon. Andere Datei verwenden',
  'Can’t write {file}: the disk is full. Free up some space or use another file':
    '{file} lässt sich nicht schreiben: Die Festplatte ist voll. Speicherplatz freigeben oder andere Datei verwenden',
  'Can’t write {file}: permission denied. Use another file':
    '{file} lässt sich nicht schreiben: Zugriff verweigert. Andere Datei verwenden',
  'Can’t write {file}: its folder doesn’t exist. Create it or use another file':
    '{file} lässt sich nicht schreiben: Der Ordner ist nicht vorhanden. Ordner anlegen oder andere Datei verwenden',
  'Can’t write {file}: it’s a folder. Add the name of a file':
    '{file} lässt sich nicht schreiben: Das ist ein Ordner. Namen einer Datei anhängen',
  'Can’t write {file} ({code}). Use another file':
    '{file} lässt sich nicht schreiben ({code}). Andere Datei verwenden',
  'There’s already an organization “{name}”': 'Es gibt schon eine Organisation „{name}“',
  'There’s already a user with the address {email}':
    'Es gibt schon eine Person mit der Adresse {email}',
  'No user with the address {email}': 'Keine Person mit der Adresse {email} gefunden',
  'No organization named “{name}”': 'Organisation „{name}“ nicht gefunden',
  'STINT_NOW needs an instant with its time zone, like 2026-03-29T01:59:00Z, not “{text}”':
    'STINT_NOW braucht einen Zeitpunkt mit Zeitzone, z. B. 2026-03-29T01:59:00Z, nicht „{text}“',
  'This database stores its text as {encoding}. Create one that stores UTF-8: createdb --encoding UTF8 --template template0':
    'Diese Datenbank speichert Text als {encoding}. Eine mit UTF-8 anlegen: createdb --encoding UTF8 --template template0',
  'Stint needs PostgreSQL {version} or newer': 'Stint braucht PostgreSQL {version} oder neuer',
}
