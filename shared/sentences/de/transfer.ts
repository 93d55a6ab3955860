/** German of the core's sentences about imports: rules, and why a line is skipped. */
import type { CoreSentences } from '../translator.ts'

export const transferSentences: CoreSentences = {
  'The file is empty': 'Die Datei ist leer',
  'This import has ended. Start again': 'Dieser Import ist beendet. Neu beginnen',
  'This export has ended. Start again': 'Dieser Export ist beendet. Neu beginnen',
  'JSON has everything, for an import. Choose another format':
    'JSON enthält alle Angaben, für einen Import. Anderes Format auswählen',
  'More than {count} are too many for this format. Choose fewer days, or CSV':
    'Mehr als {count} sind für dieses Format zu viele. Kürzeren Zeitraum oder CSV auswählen',
  'This PDF needs letters that Stint’s font lacks: {letters}. Print it from the window':
    'Diesem PDF fehlen in der Schrift von Stint Zeichen: {letters}. Stattdessen im Fenster drucken',
  '{count} clients are in this report. Make one file for each: {names}':
    'Dieser Bericht enthält {count} Kunden. Je eine Datei erstellen: {names}',
  'Show people’s names, or group by something else':
    'Namen der Personen anzeigen oder anders gruppieren',
  'This isn’t a detailed {program} report. It needs these columns: {columns}':
    'Das ist kein detaillierter Bericht von {program}. Erforderliche Spalten: {columns}',
  'The amounts add up to more than Stint can show exactly. Split the file':
    'Die Beträge ergeben zusammen mehr, als Stint genau anzeigen kann. Datei aufteilen',
  'This isn’t output from `timew export` or a file from Timewarrior’s data folder':
    'Das ist weder eine Ausgabe von `timew export` noch eine Datei aus dem Datenordner von Timewarrior',
  'Tags are skipped': 'Schlagwörter werden übersprungen',
  'Breaks are skipped': 'Pausen werden übersprungen',
  'Amounts are skipped, because projects here have their own rates':
    'Beträge werden übersprungen, da Projekte hier eigene Sätze haben',
  'Each expense becomes a one-off named after its category':
    'Ausgaben werden als einmalige Ausgaben importiert und nach ihrer Kategorie benannt',
  'Dates are day first': 'Datumsangaben beginnen mit dem Tag',
  'Dates are month first': 'Datumsangaben beginnen mit dem Monat',
  'Times stay as written': 'Uhrzeiten bleiben unverändert',
  'Times are converted from {zone} to {own}': 'Uhrzeiten werden von {zone} in {own} umgerechnet',
  'UTC times are converted to {zone}': 'UTC-Zeiten werden in {zone} umgerechnet',
  'A tag that matches a project or task here is used for it. Otherwise, the first tag is the project and the second is the task. Other tags go into the notes':
    'Entspricht ein Schlagwort einem Projekt oder einer Aufgabe in Stint, wird es zugeordnet. Sonst wird das erste zum Projekt und das zweite zur Aufgabe. Weitere Schlagwörter kommen in die Notizen',
  'Durations are {rounded} to their project’s increment. New projects use {increment}-minute increments':
    'Die Dauer wird auf volle Takte des Projekts {rounded}. Neue Projekte haben einen {increment}-Minuten-Takt',
  'rounded to the nearest': 'kaufmännisch gerundet',
  'rounded up': 'aufgerundet',
  'rounded down': 'abgerundet',
  'Entries that cross midnight stay one entry, on the day they start':
    'Einträge über Mitternacht werden nicht geteilt und zählen zum Tag ihres Beginns',
  'is the same as an earlier line': 'entspricht einer früheren Zeile',
  'Entries without a time are placed back to back from {time}':
    'Einträge ohne Uhrzeit folgen ab {time} aufeinander',
  'is a break': 'ist eine Pause',
  'has no person': 'nennt keine Person',
  'is still running': 'läuft noch',
  'isn’t an interval': 'ist kein Zeitintervall',
  'isn’t a record': 'ist kein Datensatz',
  'has a character Stint can’t read. Save the file as UTF-8':
    'enthält ein Zeichen, das Stint nicht lesen kann. Datei als UTF-8 speichern',
  'has a duration of 0': 'hat die Dauer 0',
  'duration: needs a duration, or an end after the start':
    'Dauer: Dauer oder Ende nach dem Beginn angeben',
  'duration: “{text}” isn’t a duration': 'Dauer: „{text}“ ist keine Dauer',
  'duration: “{text}” could be two durations. Write it like 1:30':
    'Dauer: „{text}“ kann zweierlei bedeuten. In der Form 1:30 schreiben',
  'is longer than {hours} hours. Split it in the source':
    'dauert über {hours} Stunden. In der Quelle teilen',
  'date: “{text}” isn’t a date': 'Datum: „{text}“ ist kein Datum',
  'date: is missing': 'Datum: fehlt',
  'end date: “{text}” isn’t a date': 'Enddatum: „{text}“ ist kein Datum',
  'start: “{text}” isn’t a time. Write it like 9:30':
    'Beginn: „{text}“ ist keine Uhrzeit. In der Form 9:30 schreiben',
  'end: “{text}” isn’t a time. Write it like 17:30':
    'Ende: „{text}“ ist keine Uhrzeit. In der Form 17:30 schreiben',
  'start: “{text}” is on another day than “{date}”':
    'Beginn: „{text}“ ist an einem anderen Tag als „{date}“',
  'end: “{text}” and start “{start}” need a time zone, or neither':
    'Ende: „{text}“ und Beginn „{start}“ brauchen beide eine Zeitzone oder keine',
  'start: “{text}” isn’t a timestamp': 'Beginn: „{text}“ ist kein Zeitstempel',
  'end: “{text}” isn’t a timestamp': 'Ende: „{text}“ ist kein Zeitstempel',
  'currency: “{text}” isn’t a currency code, like USD':
    'Währung: „{text}“ ist kein Währungskürzel wie EUR',
  'is in {currency}, but the project uses {other}':
    'ist in {currency}, das Projekt verwendet aber {other}',
  'is in {currency}, but the amount is “{text}”': 'ist in {currency}, der Betrag ist aber „{text}“',
  'amount: “{text}” isn’t an amount. Write it like {example}':
    'Betrag: „{text}“ ist kein Betrag. In der Form {example} schreiben',
  'amount: “{text}” isn’t an amount of {currency}. Write it like {example}':
    'Betrag: „{text}“ ist kein Betrag in {currency}. In der Form {example} schreiben',
  'amount: “{text}” is too large. The most is {most}':
    'Betrag: „{text}“ ist zu groß. Das Höchste sind {most}',
  'amount: “{text}” could be in {currencies}. Choose the currency':
    'Betrag: „{text}“ kann in {currencies} sein. Währung wählen',
  'amount: “{text}” could be {readings}. Choose the decimal sign':
    'Betrag: „{text}“ kann {readings} sein. Dezimalzeichen wählen',
  'quantity: “{text}” isn’t a number': 'Menge: „{text}“ ist keine Zahl',
  'Decimals have a point': 'Dezimalzahlen haben einen Punkt',
  'Decimals have a comma': 'Dezimalzahlen haben ein Komma',
  'Some decimals have a point, others a comma':
    'Manche Dezimalzahlen haben einen Punkt, andere ein Komma',
  'billable: “{text}” isn’t yes or no': 'Abrechenbar: „{text}“ ist weder Ja noch Nein',
  'Columns: {columns}': 'Spalten: {columns}',
  'Columns left out: {columns}': 'Ausgelassene Spalten: {columns}',
  'Amounts without a currency are in {currency}': 'Beträge ohne Währung sind in {currency}',
  'Entries and expenses keep their increments and rates':
    'Einträge und Ausgaben behalten ihre Takte und Sätze',
  'This isn’t a file from `stint export --format json`':
    'Diese Datei stammt nicht aus `stint export --format json`',
  'Line {count} has more than a million characters. Check it for an unclosed quotation mark':
    'Zeile {count} hat mehr als 1 Million Zeichen. Dort nach einem nicht geschlossenen Anführungszeichen suchen',
  'This file is nested deeper than {count} levels':
    'Diese Datei ist tiefer als {count} Ebenen verschachtelt',
  'This file needs a newer version of Stint. Install it to import the file':
    'Diese Datei erfordert eine neuere Version von Stint. Zum Importieren diese Version installieren',
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
    'enthält ein Zeichen, das sich nicht speichern lässt. Zeichen entfernen',
  'is longer than {most} characters': 'ist länger als {most} Zeichen',
  'The import was canceled. Nothing was imported': 'Import abgebrochen. Es wurde nichts importiert',
  'Another import has added these lines in the meantime. Preview the file again':
    'Ein anderer Import hat diese Zeilen inzwischen hinzugefügt. Vorschau der Datei neu laden',
  'Preview the file first': 'Zuerst die Vorschau der Datei öffnen',
  'This import is already running': 'Dieser Import läuft bereits',
}
