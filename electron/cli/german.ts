/**
 * German of the command line's own texts. It is loaded where that is the language. A text without
 * German is a type error.
 */
import type { Failure } from '#shared/errors.ts'
import { core, sentences } from '#shared/sentences/de/core.ts'
import { createTranslator, translateFailure } from '#shared/sentences/translator.ts'

const calls = {
  '{problem}. See `stint {name} --help`': '{problem}. Siehe `stint {name} --help`',
  'No command given. See `stint --help`': 'Kein Befehl angegeben. Siehe `stint --help`',
  'Unknown command “{name}”. See `stint --help`':
    'Unbekannter Befehl „{name}“. Siehe `stint --help`',
  'Unknown flag {flag}': 'Unbekannte Option {flag}',
  'Unexpected argument: “{words}”': 'Unerwartetes Argument: „{words}“',
  '`{command}` doesn’t take {flag}': '`{command}` hat keine Option {flag}',
  'Can’t read a flag': 'Eine Option ist nicht lesbar',
  '{flag} needs a value. If it starts with a dash, write {flag}=…':
    '{flag} braucht einen Wert. Beginnt er mit einem Minuszeichen, {flag}=… eingeben',
  '{flag} takes only true or false': '{flag} nimmt nur true oder false',
  '{flag} takes 1 or 0, not “{value}”': '{flag} nimmt 1 oder 0, nicht „{value}“',
  '{flag} needs one of {choices}': '{flag} braucht eines davon: {choices}',
  '{flag} needs a name': '{flag} braucht einen Namen',
  '{flag} needs a whole number': '{flag} braucht eine ganze Zahl',
  '{flag} needs a number from 0 to 65535': '{flag} braucht eine Zahl von 0 bis 65535',
  '{flag} needs a day, like 2026-11-20, Nov 20, yesterday, or last Friday':
    '{flag} braucht einen Tag wie 2026-11-20, 20. November, gestern oder letzten Freitag',
  '{flag} needs a time, like 9, 09:30, or 9:30pm':
    '{flag} braucht eine Uhrzeit wie 9, 09:30 oder 9:30pm',
  '{flag} needs a time, like 09:30, 9:30pm, or noon, or minutes after midnight (0 to 1439)':
    '{flag} braucht eine Uhrzeit wie 09:30, 9:30pm oder noon, oder Minuten ab Mitternacht (0 bis 1439)',
  '{flag} needs a duration, like 15m, 1h30, or 1.5h':
    '{flag} braucht eine Dauer wie 15m, 1h30 oder 1.5h',
  '--tax-rate needs a percentage, like 7.5': '--tax-rate braucht einen Prozentsatz, z. B. 7.5',
  '--report needs a file': '--report braucht eine Datei',
  '--record needs one of {choices} and an ID, like times:12':
    '--record braucht eines davon mit einer ID, z. B. times:12: {choices}',
  '--columns needs pairs like date=Day,duration=Hours. The first of each is one of {choices}':
    '--columns braucht Paare wie date=Day,duration=Hours. Das erste ist jeweils eines davon: {choices}',
  '--capabilities needs a list, or none': '--capabilities braucht eine Liste oder none',
  '--capabilities: unknown capability “{name}”. Use some of {choices}, or none':
    '--capabilities: unbekannte Funktion „{name}“. Einige davon angeben oder none: {choices}',
  'Choose one: {choices}': 'Eines davon wählen: {choices}',
  'Choose one: {choices} or {last}': 'Eines davon wählen: {choices} oder {last}',
  'Choose one: {choices}, or {last}': 'Eines davon wählen: {choices} oder {last}',
  'Give one ID: {example}': 'Eine ID angeben: {example}',
  'Give an ID: {example}': 'Eine ID angeben: {example}',
  'Give an item’s ID: {example}': 'Die ID eines Elements angeben: {example}',
  'Give an item’s ID: {example}, or --all': 'Die ID eines Elements angeben oder --all: {example}',
  'Give a kind and two IDs: {example}': 'Eine Art und 2 IDs angeben: {example}',
  'Give one account: {example}': 'Ein Konto angeben: {example}',
  'Give the new address: {example}': 'Die neue Adresse angeben: {example}',
  'Give one service URL: {example}': 'Eine URL eines Dienstes angeben: {example}',
  'Give one file: {example}': 'Eine Datei angeben: {example}',
  'Give one file, or none': 'Eine Datei angeben oder keine',
  'Give one backup: {example}': 'Eine Sicherung angeben: {example}',
  'Give two currencies and a value: {example}': '2 Währungen und einen Wert angeben: {example}',
  'Export what? {example}': 'Was exportieren? {example}',
  'Add --format: {choices}': '--format angeben: {choices}',
  'With --json, all formats but JSON need a FILE':
    'Mit --json ist außer bei JSON eine Datei anzugeben (FILE)',
  'This format isn’t text. Add a FILE': 'Dieses Format ist kein Text. Datei angeben (FILE)',
  'Add --start: when the work began': '--start angeben: den Beginn der Arbeit',
  'Add --quantity or --duration: how long it was': '--quantity oder --duration angeben: die Dauer',
  'Add --name: the name of the category': '--name angeben: den Namen der Kategorie',
  'Add --name for a new {kind}, or --id for one on the service':
    'Neu: --name angeben, schon beim Dienst: --id angeben ({kind})',
  'Use either --quantity or --duration, not both':
    'Entweder --quantity oder --duration verwenden, nicht beides',
  'Use either --report or --start-anew, not both':
    'Entweder --report oder --start-anew verwenden, nicht beides',
  'Use either --with-notes or --without-notes':
    'Entweder --with-notes oder --without-notes verwenden',
  'Use either IDs or --all, not both': 'Entweder IDs oder --all verwenden, nicht beides',
  'Use only one of {flags}': 'Nur eines davon verwenden: {flags}',
  'Use --show-values and --show-people with --for client':
    '--show-values und --show-people mit --for client verwenden',
  'Use --match-all or --create-all alone. To create one, add --publish to its ID':
    'Nur --match-all oder --create-all verwenden. Um einen Namen anzulegen, --publish nach seiner ID angeben',
  '“{text}” isn’t an ID. Use a number, or remote: plus a service ID':
    '„{text}“ ist keine ID. Eine Zahl angeben oder remote: mit der ID beim Dienst',
  '“{text}” isn’t the ID of a change': '„{text}“ ist keine ID einer Änderung',
  '“{text}” isn’t the ID of an item': '„{text}“ ist keine ID eines Elements',
  '“{text}” isn’t a {what} here': 'Hier nicht gefunden ({what}): „{text}“',
  '{problem}. Near it: {names}': '{problem}. Ähnlich: {names}',
  '“{text}” could be {choices}. Use a code or an ID':
    '„{text}“ könnte {choices} sein. Kürzel oder ID verwenden',
  '“{text}” could be {choices}. Name one of them, or use its ID with {flag}':
    '„{text}“ könnte {choices} sein. Eines davon angeben oder die ID mit {flag}',
  'No {kind} named “{name}”. See `{command}`': '{kind} „{name}“ nicht gefunden. Siehe `{command}`',
  'There’s no saved report “{name}”': 'Gespeicherter Bericht „{name}“ nicht gefunden',
  '{problem}. Saved: {names}': '{problem}. Gespeichert: {names}',
  'Nothing to change. Add a field, like {example}':
    'Nichts zu ändern. Ein Feld angeben, z. B. {example}',
  'Nothing to change. Add --uri ADDRESS or --events LIST':
    'Nichts zu ändern. --uri ADDRESS oder --events LIST angeben',
  '{flag} needs a whole number of the smallest unit, like 1250':
    '{flag} braucht eine ganze Zahl in der kleinsten Einheit, z. B. 1250',
  '{problem}. For decimal places, use {flags}':
    '{problem}. Für Nachkommastellen verwenden: {flags}',
  '--project-id with a project whose currency is known':
    '--project-id mit einem Projekt, dessen Währung bekannt ist',
  '--currency, or --project-id with a project whose currency is known':
    '--currency oder --project-id mit einem Projekt, dessen Währung bekannt ist',
  '{problem}: {currency} has no decimal places': '{problem}. {currency} hat keine Nachkommastellen',
  '{problem}, or an amount of {currency} with {places} decimal places':
    '{problem}, oder einen Betrag in {currency} mit {places} Nachkommastellen',
  '{problem}. Write it without {sign}': '{problem}. Ohne {sign} eingeben',
  '{problem}. Write it without {sign}: it is in {currency}':
    '{problem}. Ohne {sign} eingeben, der Betrag ist in {currency}',
  '{flag} {text} is {amount}. For {meant} {currency}, write {meant}':
    '{flag} {text} sind {amount}. Für {meant} {currency} {meant} eingeben',
  'No access token. Set STINT_TOKEN or pipe the token in':
    'Kein Zugriffstoken. STINT_TOKEN setzen oder das Zugriffstoken in die Standardeingabe leiten',
  'Pass the token in STINT_TOKEN or on standard input':
    'Zugriffstoken in STINT_TOKEN oder über die Standardeingabe übergeben',
  'Anyone on this computer can read a password in --db. Use PGPASSWORD, ~/.pgpass, or STINT_SERVICE_DATABASE instead':
    'Ein Passwort in --db ist für alle auf diesem Computer lesbar. Stattdessen PGPASSWORD, ~/.pgpass oder STINT_SERVICE_DATABASE verwenden',
  'That’s finished work. Log it with `stint times add`, or start earlier with `stint start --at`':
    'Das ist abgeschlossene Arbeit. Mit `stint times add` erfassen oder mit `stint start --at` früher beginnen',
  'No entries today yet. Use `--at` or `--ago` instead':
    'Heute noch keine Einträge. Stattdessen `--at` oder `--ago` verwenden',
  'Enter a time in the past': 'Zeitpunkt in der Vergangenheit eingeben',
  '{time} hasn’t come yet today. Use an earlier time':
    '{time} ist heute noch nicht erreicht. Frühere Uhrzeit eingeben',
  'The times are {one}, not {other}. Leave out one of the two':
    'Die Zeiten ergeben {one}, nicht {other}. Eines von beiden weglassen',
  'No timer is running. Start one with `stint start`':
    'Es läuft kein Timer. Mit `stint start` starten',
  'There’s no time away to review': 'Keine Abwesenheit zu prüfen',
  'Those items aren’t in trash. See `stint trash list`':
    'Diese Elemente sind nicht im Papierkorb. Siehe `stint trash list`',
  'Can’t read {file} ({code}). Use another file':
    '{file} ist nicht lesbar ({code}). Andere Datei verwenden',
  'Can’t write to standard output: {why}. The output is incomplete':
    'In die Standardausgabe lässt sich nicht schreiben: {why}. Die Ausgabe ist unvollständig',
  'the disk is full': 'die Festplatte ist voll',
  'Stopped. No file was saved': 'Abgebrochen. Es wurde keine Datei gespeichert',
  'Stopped. Nothing was imported': 'Abgebrochen. Es wurde nichts importiert',
  '{problem}. Use `--unsent` to remove it anyway': '{problem}. Mit `--unsent` trotzdem entfernen',
  '{problem}. The new access token was created and works wherever the API is served':
    '{problem}. Das neue Zugriffstoken wurde angelegt und gilt überall, wo die API bereitgestellt wird',
  'The running Stint is version {app}, and this command is version {own}. Quit Stint and try again, or update the older one':
    'Stint läuft in Version {app}, dieser Befehl ist Version {own}. Stint beenden und erneut versuchen oder die ältere Version aktualisieren',
  'Another account is open now. Nothing was changed':
    'Inzwischen ist ein anderes Konto geöffnet. Es wurde nichts geändert',
  'Stopped waiting. The app is still working on it':
    'Nicht länger gewartet. Die App arbeitet noch daran',
  'Stint (process {pid}) isn’t responding. Check with `{command}` whether this was done before you do it again':
    'Stint (Prozess {pid}) reagiert nicht. Vor einem neuen Versuch mit `{command}` prüfen, ob die Änderung schon erfolgt ist',
  'Stint quit before it answered. Check with `{command}` whether this was done before you do it again':
    'Stint wurde vor der Antwort beendet. Vor einem neuen Versuch mit `{command}` prüfen, ob die Änderung schon erfolgt ist',
  'This account’s access token is in the keychain, which only the app can open. Open Stint, or add a token with `stint connect`':
    'Das Zugriffstoken dieses Kontos liegt im Schlüsselbund, den nur die App öffnen kann. Stint öffnen oder mit `stint connect` ein Zugriffstoken hinzufügen',
  'This would change what is logged. To match anyway, add --yes':
    'Das würde Erfasstes ändern. Um trotzdem zuzuordnen, --yes angeben',
  'Something went wrong in Stint. Set STINT_LOG=1 for details':
    'In Stint ist etwas schiefgegangen. Mehr dazu mit STINT_LOG=1',
} as const

const done = {
  '{what}. `stint undo` reverts this': '{what}. `stint undo` macht das rückgängig',
  'Deleted {what}': 'Gelöscht: {what}',
  'Deleted. `stint undo` restores it': 'Gelöscht. `stint undo` stellt es wieder her',
  '`stint undo` restores it': '`stint undo` stellt es wieder her',
  'It stays in {users}, but can’t be chosen anymore':
    'Weiter verwendet ({users}), aber nicht mehr auswählbar',
  'Archived. `{command}` restores it': 'Archiviert. `{command}` stellt die Kategorie wieder her',
  'There’s also an archived category with this name: {id}. To restore it, rename this one and run `{command}`.':
    'Es gibt auch eine archivierte Kategorie mit diesem Namen: {id}. Um sie wiederherzustellen, diese umbenennen und `{command}` ausführen.',
  'Deleted {count} forever': 'Endgültig gelöscht: {count}',
  'Added {name}': '{name} hinzugefügt',
  'Switched to {account}': 'Gewechselt zu {account}',
  'Syncs with {account}': 'Synchronisiert mit {account}',
  'Signed out of {account}. Its data stays here': '{account} abgemeldet. Die Daten bleiben hier',
  'Removed {account}': '{account} entfernt',
  'Connected to {account}': 'Verbunden mit {account}',
  'Connected, but some data didn’t download: {why}':
    'Verbunden, aber nicht alle Daten wurden empfangen: {why}',
  'Access token (hidden):': 'Zugriffstoken (verborgen):',
  'Access token: {token}': 'Zugriffstoken: {token}',
  'Save this token now. It won’t be shown again.':
    'Das Zugriffstoken jetzt speichern. Es wird nicht noch einmal angezeigt.',
  'Tokens revoked: {count}': 'Widerrufene Zugriffstoken: {count}',
  'Token revoked': 'Zugriffstoken widerrufen',
  'Signing secret, shown only once: {secret}':
    'Signaturschlüssel, nur dieses eine Mal angezeigt: {secret}',
  '1 {from} is {value} {to}': '1 {from} ist {value} {to}',
  '{epoch}, since {time} UTC': '{epoch}, seit {time} UTC',
  '{file} verified: {count} bytes': '{file} geprüft: {count} Byte',
  '{file}: {entries}, {expenses}, {count} unsynced, {size} MB. Verified':
    '{file}: {entries}, {expenses}, {count} nicht synchronisiert, {size} MB. Geprüft',
  '{file}: read it, then send it to whoever helps you. Nothing was sent.':
    '{file}: Lesen und dann an die Person senden, die hilft. Bisher wurde nichts gesendet.',
  'The old file is in {folder}': 'Die alte Datei liegt in {folder}',
  'Stint is already running in its own window': 'Stint läuft schon in einem eigenen Fenster',
  'Stint is already running. Opened a new window': 'Stint läuft schon. Neues Fenster geöffnet',
  'Stint is open in its own window and at {url}':
    'Stint ist in einem eigenen Fenster und unter {url} geöffnet',
  'Stint is at {url}': 'Stint ist unter {url} erreichbar',
  'Port {port}, which Stint used last time, is in use by another program. Windows still open there won’t reconnect.':
    'Port {port}, den Stint zuletzt verwendet hat, belegt ein anderes Programm. Fenster, die dort noch offen sind, verbinden sich nicht mehr.',
  'Press Ctrl+C to stop.': 'Beenden mit Strg+C.',
  'Service: {text}': 'Dienst: {text}',
  'No account yet, so Stint is working on this computer only. Connect to a service with `stint connect URL`.':
    'Noch kein Konto, daher arbeitet Stint nur auf diesem Computer. Mit `stint connect URL` mit einem Dienst verbinden.',
  'Backing up and verifying…': 'Wird gesichert und geprüft …',
  'Verifying and restoring the backup…': 'Sicherung wird geprüft und wiederhergestellt …',
  'Syncing until every reply is in…': 'Wird synchronisiert, bis jede Antwort da ist …',
  'Syncing…': 'Wird synchronisiert …',
  'Receiving page {page} of {pages}': 'Seite {page} von {pages} wird empfangen',
  'Reading {file}: {size} KB': '{file} wird gelesen: {size} KB',
  'Importing {count} of {total}': 'Wird importiert: {count} von {total}',
  'Read as --from {source}': 'Gelesen als --from {source}',
  'Sync paused. Run `stint sync resume` to continue':
    'Synchronisierung pausiert. Mit `stint sync resume` fortsetzen',
  'Sync resumed. It runs while Stint is open':
    'Synchronisierung fortgesetzt. Sie läuft, solange Stint geöffnet ist',
  'Sent {sent}, received {received}. {rest}': 'Gesendet: {sent}, empfangen: {received}. {rest}',
  'Everything is synced': 'Alles ist synchronisiert',
  '{count} unsynced': '{count} nicht synchronisiert',
  '{count} need matching (`stint match`)': '{count} zuzuordnen (`stint match`)',
  '1 draft': '1 Entwurf',
  '{count} drafts': '{count} Entwürfe',
  '{count} to review (`stint inbox`)': '{count} zu prüfen (`stint inbox`)',
  '{count} or more': '{count} oder mehr',
  '{text}, since {time}': '{text}, seit {time}',
  Matched: 'Zugeordnet',
  'Matched: {count}': 'Zugeordnet: {count}',
  'Created on the service: {what}': 'Beim Dienst angelegt: {what}',
  '{before} becomes {after}': 'aus {before} wird {after}',
  'Expense {id}: {before} becomes {after}': 'Ausgabe {id}: aus {before} wird {after}',
  '{sum}, without an exchange rate to {currency}': '{sum}, ohne Wechselkurs in {currency}',
  'Not recognized, added to the notes: {words}':
    'Nicht erkannt, in die Notizen übernommen: {words}',
  '{count} projects are named “{name}”. Took the one last used, “{chosen}”':
    '{count} Projekte heißen „{name}“. Verwendet wurde das zuletzt benutzte, „{chosen}“',
} as const

const timer = {
  'No timer is running': 'Es läuft kein Timer',
  'Running for {duration}, since {time}: {work}': 'Läuft seit {time} ({duration}): {work}',
  'Excludes {breaks}': 'Ohne {breaks}',
  '{time} yesterday': 'gestern {time}',
  '{time} on {date}': '{date} {time}',
  '{from} to {to}': '{from} bis {to}',
  'No activity': 'Keine Aktivität',
  'Your computer was asleep': 'Computer im Ruhezustand',
  'Your screen was locked': 'Bildschirm gesperrt',
  'Another user was signed in': 'Anderer Benutzer angemeldet',
  'Your computer was off': 'Computer ausgeschaltet',
  'Stint was closed': 'Stint geschlossen',
  'Stint wasn’t running': 'Stint nicht geöffnet',
  '{cause} from {stretch} ({duration}). What should happen to that time?':
    '{cause}: {stretch} ({duration}). Was soll mit dieser Zeit geschehen?',
  'keep the time': 'Zeit behalten',
  'discard the time and keep the timer running': 'Zeit verwerfen, Timer läuft weiter',
  'stop the timer at {time}': 'Timer stoppen ({time})',
  'log the time as a separate entry and keep the timer running':
    'Zeit als eigenen Eintrag erfassen, Timer läuft weiter',
  'stop the timer without saving an entry': 'Timer ohne Eintrag stoppen',
  '{stretch} is included. To leave it out, run `stint undo` and then `stint answer discard`':
    '{stretch} zählt mit. Zum Weglassen `stint undo` und dann `stint answer discard` ausführen',
  'Timer running in {account} since {time}': 'Timer läuft in {account} seit {time}',
  'It ran for under a minute and was saved as one increment. To discard it, run `stint undo` and then `stint discard`':
    'Der Timer lief weniger als eine Minute und zählt als ein Takt. Zum Verwerfen `stint undo` und dann `stint discard` ausführen',
  'Discarded the timer. `stint undo` restores it':
    'Timer verworfen. `stint undo` stellt ihn wieder her',
} as const

const cards = {
  'rejected by the service': 'vom Dienst abgelehnt',
  'changed here and on the service': 'hier und beim Dienst geändert',
  'may be a duplicate on the service': 'beim Dienst vielleicht doppelt',
  'deleted on the service, changed here': 'beim Dienst gelöscht, hier geändert',
  'the service uses a different increment': 'der Dienst verwendet einen anderen Takt',
  'an archived category may have this name':
    'vielleicht hat eine archivierte Kategorie diesen Namen',
  'many missing from the service at once': 'viele auf einmal beim Dienst verschwunden',
  'not synced when this folder was last used on another computer':
    'nicht synchronisiert, als dieser Ordner zuletzt auf einem anderen Computer verwendet wurde',
  'created by the same act on another computer, too':
    'durch dieselbe Aktion auch auf einem anderen Computer angelegt',
  'everything else was received': 'alles andere wurde empfangen',
  'typed as {amount}, but its project is in {currency} now':
    'als {amount} eingegeben, das Projekt ist jetzt aber in {currency}',
  'the cell had {there} from elsewhere when you set {here}':
    'die Zelle hatte schon {there} von anderswo, als hier {here} eingetragen wurden',
  'the cell had other hours from elsewhere when you set it':
    'die Zelle hatte schon andere Stunden von anderswo',
  'deleted here, but may still be on the service':
    'hier gelöscht, beim Dienst aber vielleicht noch vorhanden',
  'deleted here, but changed or restored on the service':
    'hier gelöscht, beim Dienst aber geändert oder wiederhergestellt',
  'not synced when the backup was made or the folder copied, maybe synced and changed since':
    'nicht synchronisiert, als die Sicherung erstellt oder der Ordner kopiert wurde, seitdem vielleicht synchronisiert und geändert',
  'synced, but the service has an earlier version again, as after a restored backup':
    'synchronisiert, der Dienst hat aber wieder eine frühere Version, wie nach einer wiederhergestellten Sicherung',
  'deleted before the backup was made or the folder copied, but still on the service':
    'gelöscht, bevor die Sicherung erstellt oder der Ordner kopiert wurde, beim Dienst aber noch vorhanden',
  'sent again after its reply was lost, then the first one arrived too':
    'nach einer verlorenen Antwort erneut gesendet, dann kam auch die erste Sendung an',
  'its reply was lost, but it was found on the service. Check there that it’s the only one':
    'Antwort verloren, aber beim Dienst gefunden. Dort prüfen, ob es der einzige Datensatz ist',
  'the service didn’t create it': 'der Dienst hat es nicht angelegt',
  'no longer on the service, where its number now belongs to another record':
    'nicht mehr beim Dienst, wo die Nummer jetzt einem anderen Datensatz gehört',
  'no longer on the service, which was set back to an earlier state':
    'nicht mehr beim Dienst, weil er auf einen früheren Stand zurückgesetzt wurde',
  'no longer on the service, which was probably restored from a backup':
    'nicht mehr beim Dienst, der vermutlich aus einer Sicherung wiederhergestellt wurde',
  'shown once you’ve resolved these': 'erscheint, sobald die anderen erledigt sind',
  'its reply was lost, but it may be on the service':
    'Antwort verloren, beim Dienst aber vielleicht vorhanden',
  'send again': 'erneut senden',
  'use the service’s version': 'Version des Dienstes verwenden',
  'delete here': 'hier löschen',
  'use your version': 'eigene Version verwenden',
  'keep both': 'beide behalten',
  'delete the duplicate': 'Duplikat löschen',
  'create again on the service': 'beim Dienst neu anlegen',
  'delete here too': 'auch hier löschen',
  'use the service’s increment': 'Takt des Dienstes verwenden',
  'keep the duration': 'Dauer behalten',
  'remove here too': 'auch hier entfernen',
  'keep all and create again on the service': 'alle behalten und beim Dienst neu anlegen',
  'the folder was moved here, so send them': 'Ordner hierher verschoben, also senden',
  'the folder is a copy, so review each one': 'Ordner ist eine Kopie, also einzeln prüfen',
  'keep one of each': 'je einen behalten',
  'keep yours': 'eigene behalten',
  'keep the others': 'die anderen behalten',
  skip: 'überspringen',
  delete: 'löschen',
  keep: 'behalten',
  'they’re the same, so delete this one': 'dieselben, also diesen löschen',
  'it’s the only one': 'es ist der einzige',
  send: 'senden',
  'they’re the same': 'dieselben',
  'keep {what}': '{what} behalten',
  'send as {amount}': 'als {amount} senden',
  'keep here as a draft, without a project': 'hier als Entwurf behalten, ohne Projekt',
  'use the service’s price': 'Preis des Dienstes verwenden',
  'keep both: {duration}': 'beide behalten: {duration}',
  'Why: {text}': 'Grund: {text}',
  'Raw: {text}': 'Rohdaten: {text}',
  'No longer on the service: {record}': 'Nicht mehr beim Dienst: {record}',
  'On the service: {record}': 'Beim Dienst: {record}',
  'and {count} more': 'und {count} weitere',
  'or change it: {command}': 'oder ändern: {command}',
  'before {value}': 'vorher {value}',
  'yours {value}': 'eigene {value}',
  'service {value}': 'Dienst {value}',
} as const

const lists = {
  ID: 'ID',
  Account: 'Konto',
  Address: 'Adresse',
  Amount: 'Betrag',
  Billable: 'Abrechenbar',
  By: 'Von',
  Change: 'Änderung',
  Client: 'Kunde',
  Code: 'Kürzel',
  Contact: 'Kontakt',
  Cost: 'Kosten',
  Date: 'Datum',
  Deleted: 'Gelöscht',
  Events: 'Ereignisse',
  Expense: 'Ausgabe',
  Hours: 'Stunden',
  'Hours in the file': 'Stunden in der Datei',
  'In Stint': 'In Stint',
  'In the file': 'In der Datei',
  Increment: 'Takt',
  Items: 'Positionen',
  Kind: 'Art',
  Line: 'Zeile',
  Lines: 'Zeilen',
  Name: 'Name',
  Notes: 'Notizen',
  'Price list items': 'Positionen',
  Project: 'Projekt',
  Quantity: 'Menge',
  Requests: 'Anfragen',
  Result: 'Ergebnis',
  Service: 'Dienst',
  Start: 'Beginn',
  Suggestion: 'Vorschlag',
  Syncs: 'Anzahl',
  Task: 'Aufgabe',
  Tasks: 'Aufgaben',
  Title: 'Titel',
  'Unit price': 'Einzelpreis',
  Until: 'Bis',
  'Used by': 'Verwendet von',
  'Used on projects': 'In Projekten verwendet',
  What: 'Was',
  When: 'Wann',

  'No accounts yet': 'Noch keine Konten',
  'No archived categories': 'Keine archivierten Kategorien',
  'No categories. Add one with `stint categories add`':
    'Keine Kategorien. Mit `stint categories add` hinzufügen',
  'No changes yet': 'Noch keine Änderungen',
  'No entries': 'Keine Einträge',
  'No expenses. Add one with `stint expenses add`':
    'Keine Ausgaben. Mit `stint expenses add` hinzufügen',
  'Expenses have no task, so none fit': 'Ausgaben haben keine Aufgabe, daher passt keine',
  'No webhooks': 'Keine Webhooks',
  'No {kinds}. Add one with `{command}`': 'Keine {kinds}. Mit `{command}` hinzufügen',
  'Nothing needs review': 'Nichts zu prüfen',
  'Nothing synced yet': 'Noch nichts synchronisiert',
  'Nothing to create': 'Nichts anzulegen',
  'Nothing to match': 'Nichts zuzuordnen',
  'Everything is matched': 'Alles ist zugeordnet',
  'Trash is empty': 'Der Papierkorb ist leer',
  'Page {page} of {pages}, {total} total': 'Seite {page} von {pages}, insgesamt {total}',
  '{count} of {total}': '{count} von {total}',

  'this computer only': 'nur dieser Computer',
  'signed out': 'abgemeldet',
  undone: 'rückgängig gemacht',
  'local only': 'nur lokal',
  '{name} (archived)': '{name} (archiviert)',
  'not synced': 'nicht synchronisiert',
  sending: 'wird gesendet',
  rejected: 'abgelehnt',
  conflict: 'Konflikt',
  'needs matching': 'Zuordnung fehlt',
  draft: 'Entwurf',
  you: 'selbst',
  service: 'Dienst',
  import: 'Import',
  added: 'hinzugefügt',
  changed: 'geändert',
  deleted: 'gelöscht',
  nothing: 'nichts',
  ok: 'ok',
  fixed: 'behoben',
  note: 'Hinweis',
  problem: 'Problem',
  no: 'nein',
  'no project yet': 'noch kein Projekt',
  'Non-billable': 'Nicht abrechenbar',
  'Cost {amount}, tax: {tax}, {rate}%': 'Kosten {amount}, Steuer: {tax}, {rate} %',
  'No exchange rate from {from} to {to} yet, so this isn’t in the totals. Add one with --exchange-rate':
    'Noch kein Wechselkurs von {from} in {to}, daher fehlt das in den Summen. Mit --exchange-rate angeben',
  'No exchange rate from {from} to {to} yet. The service sets the price when this syncs':
    'Noch kein Wechselkurs von {from} in {to}. Der Dienst legt den Preis bei der Synchronisierung fest',
  'the project’s currency': 'die Währung des Projekts',
  'Provisional: calculated on this computer': 'Vorläufig: auf diesem Computer ermittelt',
  '{duration} worked': '{duration} gearbeitet',
  internal: 'intern',
  'increments of {count} min': 'Takt {count} min',
  '{amount} per hour': '{amount} pro Stunde',
  'budget {budget}': 'Budget {budget}',
  'from {date}': 'ab {date}',
  'until {date}': 'bis {date}',

  time: 'Eintrag',
  expense: 'Ausgabe',
  category: 'Kategorie',
  project: 'Projekt',
  task: 'Aufgabe',
  charge: 'Position',
  client: 'Kunde',
  user: 'Person',
  person: 'Person',
  status: 'Status',
  webhook: 'Webhook',
  timer: 'Timer',
  inbox: 'Prüfung',
  entry: 'Eintrag',
  entries: 'Einträge',
  expenses: 'Ausgaben',
  row: 'Zeile',
  rows: 'Zeilen',
  projects: 'Projekte',
  categories: 'Kategorien',
  '{one} and {other}': '{one} und {other}',
  '{one} or {other}': '{one} oder {other}',
  '“{name}”': '„{name}“',
} as const

const reports = {
  mine: 'eigene',
  'everyone’s': 'von allen',
  'nothing billable': 'nichts Abrechenbares',
  me: 'ich',
  day: 'Tag',
  week: 'Woche',
  month: 'Monat',
  'as of {time}': 'Stand {time}',
  'not all of it received yet': 'noch nicht alles empfangen',
  '{text}: nothing logged': '{text}: nichts erfasst',
  '{text}: {count} of 1 entry': '{text}: {count} von 1 Eintrag',
  '{text}: {count} of {total} entries': '{text}: {count} von {total} Einträgen',
  'no {what}': 'ohne {what}',
  'The service doesn’t say what rates are for. Use --rate hour or --rate increment to show values':
    'Der Dienst gibt nicht an, wofür Sätze gelten. Für Werte --rate hour oder --rate increment verwenden',
} as const

const imports = {
  'Imported although an earlier line is the same: {count}':
    'Importiert, obwohl eine frühere Zeile gleich ist: {count}',
  'Skipped: {count}': 'Übersprungen: {count}',
  'Couldn’t import: {count}': 'Nicht importierbar: {count}',
  'Skipped, already here: {count}': 'Übersprungen, schon vorhanden: {count}',
  'Skipped, imported earlier: {count}': 'Übersprungen, schon früher importiert: {count}',
  'Drafts, missing a project or task: {count}': 'Entwürfe ohne Projekt oder Aufgabe: {count}',
  'People: {names}': 'Personen: {names}',
  'line {line}: {reason}': 'Zeile {line}: {reason}',
  '… and {count} more': '… und {count} weitere',
  '… and 1 more expense': '… und 1 weitere Ausgabe',
  '… and {count} more expenses': '… und {count} weitere Ausgaben',
  new: 'neu',
  '{record}, same {by}': '{record}, gleich: {by}',
  name: 'Name',
  code: 'Kürzel',
  'Nothing to import': 'Nichts zu importieren',
  '{entries}, {duration} ({exact} in the file)': '{entries}, {duration} ({exact} in der Datei)',
  'on {date}': 'am {date}',
  'from {from} to {to}': 'vom {from} bis {to}',
  'Imported {what}, {days}. `stint undo {change}` reverts this':
    '{what} importiert, {days}. `stint undo {change}` macht das rückgängig',
  'Would import {what}, {days}': '{what} würden importiert, {days}',
  '{text}. Choose whose with --person': '{text}. Mit --person auswählen, wessen',
} as const

export const german = { ...calls, ...done, ...timer, ...cards, ...lists, ...reports, ...imports }

/** Translates texts of the command line and of the core. */
export const translate = createTranslator({ core, sentences: { ...german, ...sentences } })

export const inGerman = (failure: Failure): Failure => translateFailure(failure, translate)
