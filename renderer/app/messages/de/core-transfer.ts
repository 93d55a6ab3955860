/** What the core says about files that come in: how they are read, and why a line does not. */
import type { Sentences } from '../sentences.ts'

export const transfers: Sentences = {
  'The file is empty': 'Die Datei ist leer',
  'This import has ended. Start again': 'Dieser Import ist vorbei; bitte neu beginnen',
  'This export has ended. Start again': 'Dieser Export ist vorbei; bitte neu beginnen',
  'This isn’t a detailed {program} report. It needs these columns: {columns}':
    'Das ist kein ausführlicher Bericht von {program}: nötig sind die Spalten {columns}',
  'There’s no column “{name}”. The file has {columns}':
    'Es gibt keine Spalte „{name}“; die Datei hat {columns}',
  'This isn’t output from `timew export` or a file from Timewarrior’s data folder':
    'Das ist weder eine Ausgabe von `timew export` noch eine Datei aus dem Datenordner von Timewarrior',
  'Tags are skipped': 'Schlagwörter werden weggelassen',
  'Breaks are skipped': 'Pausen werden weggelassen',
  'Amounts are skipped, because projects here have their own rates':
    'Beträge werden weggelassen: hier hat jedes Projekt seinen Satz',
  'Each expense becomes a one-off named after its category':
    'Eine Ausgabe wird einmalig und heißt wie ihre Kategorie',
  'Dates are day first': 'Daten beginnen mit dem Tag',
  'Dates are month first': 'Daten beginnen mit dem Monat',
  'Times stay as written': 'Uhrzeiten bleiben, wie sie dastehen',
  'Times are converted from {zone} to {own}':
    'Uhrzeiten gelten in {zone} und werden in die von {own} umgerechnet',
  'UTC times are converted to {zone}': 'Zeitpunkte in UTC werden Uhrzeiten in {zone}',
  'A tag that matches a project or task here is used for it. Otherwise, the first tag is the project and the second is the task. Other tags go into the notes':
    'Ein Schlagwort, das hier Projekt oder Aufgabe ist, wird dafür genommen, sonst ist das erste das Projekt und das zweite die Aufgabe; die übrigen kommen in die Notizen',
  'Durations are {rounded} to their project’s increment. New projects use {increment}-minute increments':
    'Dauern werden ganze Takte ihres Projekts, {rounded}; neue Projekte zählen in Takten von {increment} min',
  'rounded to the nearest': 'auf den nächsten gerundet',
  'rounded up': 'aufgerundet',
  'rounded down': 'abgerundet',
  'Entries over midnight stay one entry each, on the day on which they begin':
    'Einträge über Mitternacht bleiben je ein Eintrag, an dem Tag, an dem sie beginnen',
  'is equal to a line before it': 'ist gleich wie eine Zeile davor',
  'Entries without a time follow one another from {time}':
    'Einträge ohne Uhrzeit folgen einander ab {time}',
  'is a break': 'ist eine Pause',
  'has no person': 'gehört niemandem',
  'is still running': 'läuft noch',
  'isn’t an interval': 'ist kein Zeitraum',
  'isn’t a record': 'ist kein Datensatz',
  'has a character Stint can’t read. Save the file as UTF-8':
    'hat ein Zeichen, das sich nicht lesen lässt; die Datei als UTF-8 speichern',
  'duration: is 0': 'Dauer: ist 0',
  'duration: needs a duration, or an end after the start':
    'Dauer: weder eine Dauer noch ein Ende nach dem Beginn ist angegeben',
  'duration: “{text}” isn’t a duration': 'Dauer: „{text}“ ist keine Dauer',
  'duration: is over {hours} hours. Split it in the source':
    'Dauer: ist mehr als {hours} Stunden; an der Quelle teilen',
  'date: “{text}” isn’t a date': 'Datum: „{text}“ ist kein Datum',
  'start: “{text}” isn’t a time': 'Beginn: „{text}“ ist keine Uhrzeit',
  'end: “{text}” isn’t a time': 'Ende: „{text}“ ist keine Uhrzeit',
  'start: “{text}” isn’t a timestamp': 'Beginn: „{text}“ ist kein Zeitpunkt',
  'end: “{text}” isn’t a timestamp': 'Ende: „{text}“ ist kein Zeitpunkt',
  'currency: “{text}” isn’t a currency code, like USD':
    'Währung: „{text}“ nennt keine, wie etwa EUR',
  'currency: is {currency}, but the project uses {other}':
    'Währung: ist in {currency}, das Projekt zählt aber in {other}',
  'amount: “{text}” isn’t an amount': 'Betrag: „{text}“ ist kein Betrag',
  'billable: “{text}” isn’t yes or no': 'Verrechenbar: „{text}“ ist weder ja noch nein',
  'Some dates are day first, others month first. Choose one with --dates dmy or --dates mdy':
    'Manche Daten beginnen mit dem Tag, andere mit dem Monat: bitte angeben, was gilt',
  'Dates like {date} could be day first or month first. Choose one with --dates dmy or --dates mdy':
    'Daten wie {date} können mit dem Tag oder dem Monat beginnen: bitte angeben, was gilt',
  'Can’t tell which column is the {field}. Set it with --columns {option}=…. The file has {columns}':
    'Keine Spalte ist als „{field}“ bekannt: bitte zuordnen ({option}); die Datei hat {columns}',
  'Columns: {columns}': 'Spalten: {columns}',
  'Entries and expenses keep their increments and rates':
    'Einträge und Ausgaben bleiben, wie sie waren, mit ihren Takten und Sätzen',
  'This isn’t a file from `stint export --format json`':
    'Diese Datei stammt nicht aus einem Export von Stint als JSON',
  'Line {count} has more than a million characters; look there for an unclosed quotation mark':
    'Zeile {count} hat mehr als eine Million Zeichen; vielleicht fehlt dort ein schließendes Anführungszeichen',
  'This file needs a newer version of Stint. Install it to import the file':
    'Eine neuere Version von Stint hat diese Datei geschrieben; mit jener lässt sie sich lesen',
  'belongs to someone else': 'gehört jemand anderem',
  'belongs to {person}': 'gehört {person}',
  'project code: {what}': 'Projektkürzel: {what}',
  'client code: {what}': 'Kundenkürzel: {what}',
  'project: {what}': 'Projekt: {what}',
  'client: {what}': 'Kunde: {what}',
  'task: {what}': 'Aufgabe: {what}',
  'notes: {what}': 'Notizen: {what}',
  'name: {what}': 'Name: {what}',
  'quantity: {what}': 'Menge: {what}',
  'has a character that can’t be saved. Remove it':
    'enthält ein Zeichen, das nicht gespeichert werden kann; bitte entfernen',
  'is longer than {most} characters': 'ist länger als {most} Zeichen',
  'The import was canceled. Nothing was imported':
    'Der Import wurde abgebrochen; nichts wurde angelegt',
  'The {kind} “{name}” no longer exists. Preview the file again':
    '{kind} „{name}“ ist nicht mehr hier; bitte die Datei neu ansehen',
  'Another import has added these lines in the meantime. Preview the file again':
    'Ein anderer Import hat diese Zeilen inzwischen gebracht; bitte neu ansehen',
  'Preview the file first': 'Bitte zuerst ansehen, was angelegt würde',
  'This import is already running': 'Dieser Import läuft schon',
  'The file has entries from {people}. Choose whose to import':
    'Die Datei hat Zeilen von {people}: bitte angeben, wessen gemeint sind',
}
