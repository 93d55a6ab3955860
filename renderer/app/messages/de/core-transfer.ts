/** What the core says about files that come in: how they are read, and why a line does not. */
import type { Sentences } from '../sentences.ts'

export const transfers: Sentences = {
  'The file is empty': 'Die Datei ist leer',
  'This import is over; begin it again': 'Dieser Import ist vorbei; bitte neu beginnen',
  'This export is over; begin another': 'Dieser Export ist vorbei; bitte neu beginnen',
  'This is no detailed report of {program}: it needs the columns {columns}':
    'Das ist kein ausführlicher Bericht von {program}: nötig sind die Spalten {columns}',
  'There is no column “{name}”; the file has {columns}':
    'Es gibt keine Spalte „{name}“; die Datei hat {columns}',
  'This is neither what `timew export` prints nor a file of Timewarrior’s data folder':
    'Das ist weder eine Ausgabe von `timew export` noch eine Datei aus dem Datenordner von Timewarrior',
  'Tags are left out': 'Schlagwörter werden weggelassen',
  'Breaks are left out': 'Pausen werden weggelassen',
  'Amounts are left out: a project here has its own rate':
    'Beträge werden weggelassen: hier hat jedes Projekt seinen Satz',
  'An expense becomes a one-off charge named after its category':
    'Eine Ausgabe wird einmalig und heißt wie ihre Kategorie',
  'Dates have the day first': 'Daten beginnen mit dem Tag',
  'Dates have the month first': 'Daten beginnen mit dem Monat',
  'Hours stay as they are written': 'Uhrzeiten bleiben, wie sie dastehen',
  'Hours are those of {zone}, turned into those of {own}':
    'Uhrzeiten gelten in {zone} und werden in die von {own} umgerechnet',
  'Instants in UTC become hours of {zone}': 'Zeitpunkte in UTC werden Uhrzeiten in {zone}',
  'Of the tags, one that is a project or task here is taken for it, else the first is the project and the second the task; the others go into the notes':
    'Ein Schlagwort, das hier Projekt oder Aufgabe ist, wird dafür genommen, sonst ist das erste das Projekt und das zweite die Aufgabe; die übrigen kommen in die Notizen',
  'Lengths become whole increments of their project, {rounded}; projects that are made count in increments of {increment} min':
    'Dauern werden ganze Takte ihres Projekts, {rounded}; neue Projekte zählen in Takten von {increment} min',
  'rounded to the nearest': 'auf den nächsten gerundet',
  'rounded up': 'aufgerundet',
  'rounded down': 'abgerundet',
  'Entries over midnight stay one entry each, on the day on which they begin':
    'Einträge über Mitternacht bleiben je ein Eintrag, an dem Tag, an dem sie beginnen',
  'is equal to a line before it': 'ist gleich wie eine Zeile davor',
  'Entries without a time of day follow each other from {time}':
    'Einträge ohne Uhrzeit folgen einander ab {time}',
  'is a break': 'ist eine Pause',
  'is nobody’s': 'gehört niemandem',
  'is still running': 'läuft noch',
  'is no interval': 'ist kein Zeitraum',
  'is no record': 'ist kein Datensatz',
  'has a character that cannot be read; save the file as UTF-8':
    'hat ein Zeichen, das sich nicht lesen lässt; die Datei als UTF-8 speichern',
  'length: is 0': 'Dauer: ist 0',
  'length: neither a length nor an end after the start is given':
    'Dauer: weder eine Dauer noch ein Ende nach dem Beginn ist angegeben',
  'length: “{text}” is no length': 'Dauer: „{text}“ ist keine Dauer',
  'length: is more than {hours} hours; split it where it comes from':
    'Dauer: ist mehr als {hours} Stunden; an der Quelle teilen',
  'date: “{text}” is no date': 'Datum: „{text}“ ist kein Datum',
  'start: “{text}” is no time of day': 'Beginn: „{text}“ ist keine Uhrzeit',
  'end: “{text}” is no time of day': 'Ende: „{text}“ ist keine Uhrzeit',
  'start: “{text}” is no instant': 'Beginn: „{text}“ ist kein Zeitpunkt',
  'end: “{text}” is no instant': 'Ende: „{text}“ ist kein Zeitpunkt',
  'currency: “{text}” names none, such as EUR': 'Währung: „{text}“ nennt keine, wie etwa EUR',
  'currency: is in {currency}, but its project counts in {other}':
    'Währung: ist in {currency}, das Projekt zählt aber in {other}',
  'amount: “{text}” is no amount': 'Betrag: „{text}“ ist kein Betrag',
  'billable: “{text}” is neither yes nor no': 'Verrechenbar: „{text}“ ist weder ja noch nein',
  'Some dates have the day first and others the month: say which with --dates dmy or mdy':
    'Manche Daten beginnen mit dem Tag, andere mit dem Monat: bitte angeben, was gilt',
  'Dates such as {date} could have the day or the month first: say which with --dates dmy or mdy':
    'Daten wie {date} können mit dem Tag oder dem Monat beginnen: bitte angeben, was gilt',
  'No column is known as the {field}: name it with --columns {option}=…; the file has {columns}':
    'Keine Spalte ist als „{field}“ bekannt: bitte zuordnen ({option}); die Datei hat {columns}',
  'Columns: {columns}': 'Spalten: {columns}',
  'Entries and expenses stay as they were, with their increments and rates':
    'Einträge und Ausgaben bleiben, wie sie waren, mit ihren Takten und Sätzen',
  'This is no file that `stint export --format json` wrote':
    'Diese Datei stammt nicht aus einem Export von Stint als JSON',
  'Line {count} has more than a million characters; look there for a quotation mark that is not closed':
    'Zeile {count} hat mehr als eine Million Zeichen; vielleicht fehlt dort ein schließendes Anführungszeichen',
  'A newer version of Stint wrote this file; install that version to read it':
    'Eine neuere Version von Stint hat diese Datei geschrieben; mit jener lässt sie sich lesen',
  'is somebody else’s': 'gehört jemand anderem',
  'is {person}’s': 'gehört {person}',
  'project code: {what}': 'Projektkürzel: {what}',
  'client code: {what}': 'Kundenkürzel: {what}',
  'project: {what}': 'Projekt: {what}',
  'client: {what}': 'Kunde: {what}',
  'task: {what}': 'Aufgabe: {what}',
  'notes: {what}': 'Notizen: {what}',
  'name: {what}': 'Name: {what}',
  'quantity: {what}': 'Menge: {what}',
  'has a character that cannot be kept; remove it':
    'enthält ein Zeichen, das nicht gespeichert werden kann; bitte entfernen',
  'is longer than {most} characters': 'ist länger als {most} Zeichen',
  'The import was given up; nothing was made':
    'Der Import wurde abgebrochen; nichts wurde angelegt',
  'The {kind} “{name}” is not here any more; look at the file again':
    '{kind} „{name}“ ist nicht mehr hier; bitte die Datei neu ansehen',
  'Another import has brought these lines meanwhile; look again':
    'Ein anderer Import hat diese Zeilen inzwischen gebracht; bitte neu ansehen',
  'Look at what would be made first': 'Bitte zuerst ansehen, was angelegt würde',
  'This import is being made already': 'Dieser Import läuft schon',
  'The file has lines of {people}: name whose are meant':
    'Die Datei hat Zeilen von {people}: bitte angeben, wessen gemeint sind',
}
