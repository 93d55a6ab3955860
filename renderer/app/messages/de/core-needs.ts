/** What the core says about fields: their names, and what they need. */
import type { Sentences } from '../sentences.ts'

/** Names of fields, as `fieldName` writes those of the specification. */
const fields: Sentences = {
  Date: 'Datum',
  Start: 'Beginn',
  Quantity: 'Menge',
  Increment: 'Takt',
  Notes: 'Notizen',
  Project: 'Projekt',
  Task: 'Aufgabe',
  Client: 'Kunde',
  Item: 'Kostenart',
  Categories: 'Kategorien',
  Category: 'Kategorie',
  Person: 'Person',
  Name: 'Name',
  Code: 'Kürzel',
  Currency: 'Währung',
  Rate: 'Satz',
  Unit: 'Einheit',
  'Unit price': 'Preis je Einheit',
  Cost: 'Kosten',
  Total: 'Gesamtpreis',
  Billable: 'Verrechenbar',
  Tax: 'Steuer',
  'Tax rate': 'Steuersatz',
  'Tax type': 'Steuerart',
  Internal: 'Intern',
  Tasks: 'Aufgaben',
  Items: 'Kostenarten',
  Projects: 'Projekte',
  Archived: 'Archiviert',
}

const values: Sentences = {
  'Needs each field of set, with the value that was seen':
    'Jedes Feld von set muss dabei sein, mit dem Wert, der zu sehen war',
  'Needs other values': 'Andere Werte sind nötig',
  'Is required': 'Ist nötig',
  'Needs text': 'Ein Text ist nötig',
  'Needs a whole number': 'Eine ganze Zahl ist nötig',
  'Needs a whole number from 1': 'Eine ganze Zahl ab 1 ist nötig',
  'Needs a whole number from {least} to {most}': 'Eine ganze Zahl von {least} bis {most} ist nötig',
  'Needs at most {most} characters': 'Höchstens {most} Zeichen sind möglich',
  'Needs a number from 0 to 100 with at most {places} decimal places':
    'Eine Zahl von 0 bis 100 mit höchstens {places} Nachkommastellen ist nötig',
  'Needs a date, YYYY-MM-DD': 'Ein Datum ist nötig, JJJJ-MM-TT',
  'Needs a date that exists, YYYY-MM-DD': 'Ein Datum, das es gibt, ist nötig, JJJJ-MM-TT',
  'Needs a three-letter currency code': 'Ein Währungskürzel aus drei Buchstaben ist nötig',
  'Needs a three-letter currency code, such as EUR':
    'Ein Währungskürzel aus drei Buchstaben ist nötig, etwa EUR',
  'Needs an end after its begin': 'Das Ende muss nach dem Beginn liegen',
  'Needs at least one day': 'Mindestens ein Tag ist nötig',
  'Needs an address': 'Eine Adresse ist nötig',
  'Needs an address such as https://time.example.com':
    'Eine Adresse ist nötig, etwa https://time.example.com',
  'Needs an access token': 'Ein Zugriffstoken ist nötig',
  'Needs the name of a header': 'Der Name eines Headers ist nötig',
  'Needs one of: {names}': 'Eines davon ist nötig: {names}',
  'Needs at most {most} increments of {increment} minutes ({hours} hours)':
    'Höchstens {most} Takte zu {increment} Minuten sind möglich ({hours} Stunden)',
  'Has a character that cannot be kept; remove it':
    'Enthält ein Zeichen, das nicht gespeichert werden kann; bitte entfernen',
  'Has a character that no token has; copy the token again':
    'Enthält ein Zeichen, das kein Token hat; bitte neu kopieren',
  'Has a character that no scheme has': 'Enthält ein Zeichen, das kein Schema hat',
  'Is required, since the project is for a client':
    'Ist nötig, da das Projekt für einen Kunden ist',
  'Is required where there is a budget': 'Ist nötig, wo es ein Budget gibt',
  'Is required: what the charge costs here is not known':
    'Ist nötig: was die Kostenart hier kostet, ist nicht bekannt',
  'Comes from the charge; take the charge away to make it a one-off':
    'Kommt von der Kostenart; ohne sie wird es einmalig',
  'Makes a total that is too large to be counted exactly; it needs to be smaller':
    'Ergibt eine Summe, die zu groß zum genauen Zählen ist; sie muss kleiner sein',
  'There is no project {number} here; choose another':
    'Das Projekt {number} gibt es hier nicht; bitte ein anderes wählen',
  'There is no task {number} here; choose another':
    'Die Aufgabe {number} gibt es hier nicht; bitte eine andere wählen',
  'This project was deleted; choose another':
    'Dieses Projekt wurde gelöscht; bitte ein anderes wählen',
  'This task was deleted; choose another': 'Diese Aufgabe wurde gelöscht; bitte eine andere wählen',
  'An active category has this name already; choose another one':
    'Eine aktive Kategorie heißt schon so; bitte einen anderen Namen wählen',
  'Another active category has this name now; rename that one first':
    'Eine andere aktive Kategorie heißt inzwischen so; bitte zuerst jene umbenennen',
  'Another active category is called {name} now. Rename that one first':
    'Eine andere aktive Kategorie heißt inzwischen {name}. Bitte zuerst jene umbenennen',
  'Category {name} is in the archives; restore it first':
    'Kategorie {name} ist im Archiv; bitte zuerst zurückholen',
  'There is no charge {number} here; choose another':
    'Die Kostenart {number} gibt es hier nicht; bitte eine andere wählen',
  'There is no client {number} here; choose another':
    'Den Kunden {number} gibt es hier nicht; bitte einen anderen wählen',
  'This charge was deleted; choose another':
    'Diese Kostenart wurde gelöscht; bitte eine andere wählen',
  'This client is deleted; choose another': 'Dieser Kunde ist gelöscht; bitte einen anderen wählen',
  'This task is deleted': 'Diese Aufgabe ist gelöscht',
  'This charge is deleted': 'Diese Kostenart ist gelöscht',
  'There is no such task': 'Diese Aufgabe gibt es nicht',
  'There is no such charge': 'Diese Kostenart gibt es nicht',
  'Needs at least one event': 'Mindestens ein Ereignis ist nötig',
  'Needs at least one': 'Mindestens eines ist nötig',
  'Needs at most {most}': 'Höchstens {most} sind möglich',
  'Needs a day that is not before the first': 'Ein Tag ist nötig, der nicht vor dem ersten liegt',
  'Needs a time that has passed already': 'Eine Zeit ist nötig, die schon vorbei ist',
  'Needs a time after the running timer’s start':
    'Eine Zeit nach dem Beginn des laufenden Timers ist nötig',
  'Needs a locale, such as de-AT or en-US': 'Ein Gebietsschema ist nötig, etwa de-AT oder en-US',
  'Needs a locale, such as de-AT': 'Ein Gebietsschema ist nötig, etwa de-AT',
  'Needs a language, such as de': 'Eine Sprache ist nötig, etwa de',
  'Needs a time zone, such as Europe/Vienna': 'Eine Zeitzone ist nötig, etwa Europe/Vienna',
  'Needs a time zone such as Europe/Vienna': 'Eine Zeitzone ist nötig, etwa Europe/Vienna',
  'Needs keys such as Ctrl+Alt+T': 'Tasten sind nötig, etwa Ctrl+Alt+T',
  'Needs one or more of Ctrl, Alt, Shift, Super, Cmd and one key, such as Ctrl+Alt+T':
    'Nötig sind Ctrl, Alt, Shift, Super oder Cmd und eine Taste, etwa Ctrl+Alt+T',
  'Needs an object with the fields of an address':
    'Ein Objekt mit den Feldern einer Adresse ist nötig',
  'Needs an object with name and email, or null':
    'Ein Objekt mit name und email oder null ist nötig',
  'Needs true or false': 'Ja oder nein ist nötig',
  'Needs a list of ids': 'Eine Liste von Nummern ist nötig',
  'Needs an id, a whole number from 1': 'Eine Nummer ist nötig, eine ganze Zahl ab 1',
  'Needs local ids': 'Hiesige Nummern sind nötig',
  'Needs a timestamp, YYYY-MM-DD HH:MM:SS': 'Ein Zeitpunkt ist nötig, JJJJ-MM-TT HH:MM:SS',
  'Needs to be null, since the project is internal': 'Muss leer sein, da das Projekt intern ist',
  'Needs an address that begins with https:// or http://':
    'Eine Adresse ist nötig, die mit https:// oder http:// beginnt',
  'Needs names of events: {names}': 'Namen von Ereignissen sind nötig: {names}',
  'Needs a list of names of events': 'Eine Liste mit Namen von Ereignissen ist nötig',
  'Needs a file': 'Eine Datei ist nötig',
  'Needs an address with https://; over http:// anybody on the way reads the token':
    'Eine Adresse mit https:// ist nötig; über http:// kann unterwegs jeder das Token lesen',
  'The amounts of these days add up to more than can be shown exactly; choose fewer days':
    'Die Beträge dieser Tage ergeben mehr, als genau angezeigt werden kann; bitte weniger Tage wählen',
  'Needs a whole path': 'Ein vollständiger Pfad ist nötig',
}

/** Of links from other programs, which a window shows before it does what they ask for. */
const links: Sentences = {
  'Stint knows links of the form stint://start?project=WEB&task=Design':
    'Stint kennt Links der Form stint://start?project=WEB&task=Design',
  'A link has % before two digits of a character alone':
    'Ein Link hat % nur vor zwei Ziffern eines Zeichens',
  'A link has no part {name}': 'Ein Link hat keinen Teil {name}',
  'A link has {name} once': 'Ein Link hat {name} nur einmal',
  'Needs 1 to {most} characters of plain text in {name}':
    'Nötig sind 1 bis {most} Zeichen einfacher Text in {name}',
  'Needs a time of day such as 9:30 in at': 'In at ist eine Uhrzeit nötig, etwa 9:30',
  'Needs a length of at most a day, such as 15m or 1h30, in ago':
    'In ago ist eine Dauer von höchstens einem Tag nötig, etwa 15m oder 1h30',
  'Needs either at or ago': 'Nötig ist entweder at oder ago',
}

export const needs: Sentences = { ...values, ...links, ...fields }
