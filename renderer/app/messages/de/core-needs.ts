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
  'Check these values': 'Andere Werte sind nötig',
  Required: 'Ist nötig',
  'Enter text': 'Ein Text ist nötig',
  'Enter a whole number': 'Eine ganze Zahl ist nötig',
  'Enter a whole number, 1 or higher': 'Eine ganze Zahl ab 1 ist nötig',
  'Enter a whole number from {least} to {most}': 'Eine ganze Zahl von {least} bis {most} ist nötig',
  'Use {most} characters or fewer': 'Höchstens {most} Zeichen sind möglich',
  'Enter a number from 0 to 100 with up to {places} decimal places':
    'Eine Zahl von 0 bis 100 mit höchstens {places} Nachkommastellen ist nötig',
  'Enter a date as YYYY-MM-DD': 'Ein Datum ist nötig, JJJJ-MM-TT',
  'Enter a valid date as YYYY-MM-DD': 'Ein Datum, das es gibt, ist nötig, JJJJ-MM-TT',
  'Enter a three-letter currency code': 'Ein Währungskürzel aus drei Buchstaben ist nötig',
  'Enter a three-letter currency code, like USD':
    'Ein Währungskürzel aus drei Buchstaben ist nötig, etwa EUR',
  'The end must be after the start': 'Das Ende muss nach dem Beginn liegen',
  'Choose at least one day': 'Mindestens ein Tag ist nötig',
  'Enter a URL': 'Eine Adresse ist nötig',
  'Enter a URL, like https://time.example.com':
    'Eine Adresse ist nötig, etwa https://time.example.com',
  'Enter an access token': 'Ein Zugriffstoken ist nötig',
  'Enter a header name': 'Der Name eines Headers ist nötig',
  'Use one of: {names}': 'Eines davon ist nötig: {names}',
  'Use {most} or fewer {increment}-minute increments ({hours} hours)':
    'Höchstens {most} Takte zu {increment} Minuten sind möglich ({hours} Stunden)',
  'Contains a character that can’t be saved. Remove it':
    'Enthält ein Zeichen, das nicht gespeichert werden kann; bitte entfernen',
  'Contains a character access tokens don’t have. Copy the token again':
    'Enthält ein Zeichen, das kein Token hat; bitte neu kopieren',
  'Contains a character that isn’t allowed in a scheme': 'Enthält ein Zeichen, das kein Schema hat',
  'Required for client projects': 'Ist nötig, da das Projekt für einen Kunden ist',
  'Required when there’s a budget': 'Ist nötig, wo es ein Budget gibt',
  'Required, because this item’s price isn’t known here':
    'Ist nötig: was die Kostenart hier kostet, ist nicht bekannt',
  'Set by the price list item. Remove the item to make this a one-off':
    'Kommt von der Kostenart; ohne sie wird es einmalig',
  'The total is too large. Use a smaller number':
    'Ergibt eine Summe, die zu groß zum genauen Zählen ist; sie muss kleiner sein',
  'Can’t find project {number}. Choose another':
    'Das Projekt {number} gibt es hier nicht; bitte ein anderes wählen',
  'Can’t find task {number}. Choose another':
    'Die Aufgabe {number} gibt es hier nicht; bitte eine andere wählen',
  'This project was deleted. Choose another':
    'Dieses Projekt wurde gelöscht; bitte ein anderes wählen',
  'This task was deleted. Choose another': 'Diese Aufgabe wurde gelöscht; bitte eine andere wählen',
  'Another category already has this name. Choose a different one':
    'Eine aktive Kategorie heißt schon so; bitte einen anderen Namen wählen',
  'Another category has this name now. Rename it first':
    'Eine andere aktive Kategorie heißt inzwischen so; bitte zuerst jene umbenennen',
  'Another category is called {name} now. Rename it first':
    'Eine andere aktive Kategorie heißt inzwischen {name}. Bitte zuerst jene umbenennen',
  'Category {name} is archived. Restore it first':
    'Kategorie {name} ist im Archiv; bitte zuerst zurückholen',
  'Can’t find price list item {number}. Choose another':
    'Die Kostenart {number} gibt es hier nicht; bitte eine andere wählen',
  'Can’t find client {number}. Choose another':
    'Den Kunden {number} gibt es hier nicht; bitte einen anderen wählen',
  'This price list item was deleted. Choose another':
    'Diese Kostenart wurde gelöscht; bitte eine andere wählen',
  'This client was deleted. Choose another':
    'Dieser Kunde ist gelöscht; bitte einen anderen wählen',
  'This task was deleted': 'Diese Aufgabe ist gelöscht',
  'This price list item was deleted': 'Diese Kostenart ist gelöscht',
  'This task doesn’t exist': 'Diese Aufgabe gibt es nicht',
  'This price list item doesn’t exist': 'Diese Kostenart gibt es nicht',
  'Choose at least one event': 'Mindestens ein Ereignis ist nötig',
  'Choose at least one': 'Mindestens eines ist nötig',
  'Choose {most} or fewer': 'Höchstens {most} sind möglich',
  'Choose a day on or after the first': 'Ein Tag ist nötig, der nicht vor dem ersten liegt',
  'Enter a time in the past': 'Eine Zeit ist nötig, die schon vorbei ist',
  'Enter a time after the timer started':
    'Eine Zeit nach dem Beginn des laufenden Timers ist nötig',
  'Enter a locale, like en-US or de-AT': 'Ein Gebietsschema ist nötig, etwa de-AT oder en-US',
  'Enter a locale, like en-US': 'Ein Gebietsschema ist nötig, etwa de-AT',
  'Enter a language, like en': 'Eine Sprache ist nötig, etwa de',
  'Enter a time zone, like America/New_York': 'Eine Zeitzone ist nötig, etwa Europe/Vienna',
  'Enter keys, like Ctrl+Alt+T': 'Tasten sind nötig, etwa Ctrl+Alt+T',
  'Use Ctrl, Alt, Shift, Super, or Cmd plus one key, like Ctrl+Alt+T':
    'Nötig sind Ctrl, Alt, Shift, Super oder Cmd und eine Taste, etwa Ctrl+Alt+T',
  'Must be an object with address fields': 'Ein Objekt mit den Feldern einer Adresse ist nötig',
  'Must be null, or an object with name and email':
    'Ein Objekt mit name und email oder null ist nötig',
  'Must be true or false': 'Ja oder nein ist nötig',
  'Must be a list of IDs': 'Eine Liste von Nummern ist nötig',
  'Must be an ID, a whole number of 1 or higher': 'Eine Nummer ist nötig, eine ganze Zahl ab 1',
  'Must be local IDs': 'Hiesige Nummern sind nötig',
  'Must be a timestamp, YYYY-MM-DD HH:MM:SS': 'Ein Zeitpunkt ist nötig, JJJJ-MM-TT HH:MM:SS',
  'Must be null for internal projects': 'Muss leer sein, da das Projekt intern ist',
  'Enter a URL that starts with https:// or http://':
    'Eine Adresse ist nötig, die mit https:// oder http:// beginnt',
  'Use one or more of these events: {names}': 'Namen von Ereignissen sind nötig: {names}',
  'Must be a list of event names': 'Eine Liste mit Namen von Ereignissen ist nötig',
  'Choose a file': 'Eine Datei ist nötig',
  'Needs an address with https://; over http:// anybody on the way reads the token':
    'Eine Adresse mit https:// ist nötig; über http:// kann unterwegs jeder das Token lesen',
  'The amounts of these days add up to more than Stint can show exactly. Choose fewer days':
    'Die Beträge dieser Tage ergeben mehr, als genau angezeigt werden kann; bitte weniger Tage wählen',
  'Enter a full path': 'Ein vollständiger Pfad ist nötig',
}

/** Of links from other programs, which a window shows before it does what they ask for. */
const links: Sentences = {
  'Stint links look like stint://start?project=WEB&task=Design':
    'Stint kennt Links der Form stint://start?project=WEB&task=Design',
  'In a link, “%” must be followed by two hex digits':
    'Ein Link hat % nur vor zwei Ziffern eines Zeichens',
  'A link can’t have {name}': 'Ein Link hat keinen Teil {name}',
  'A link can have {name} only once': 'Ein Link hat {name} nur einmal',
  '{name} must be 1 to {most} characters of plain text':
    'Nötig sind 1 bis {most} Zeichen einfacher Text in {name}',
  '“at” must be a time, like 9:30': 'In at ist eine Uhrzeit nötig, etwa 9:30',
  '“ago” must be a duration of up to a day, like 15m or 1h30':
    'In ago ist eine Dauer von höchstens einem Tag nötig, etwa 15m oder 1h30',
  'Use either “at” or “ago”, not both': 'Nötig ist entweder at oder ago',
}

export const needs: Sentences = { ...values, ...links, ...fields }
