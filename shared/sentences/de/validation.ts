/** German of the core's sentences about fields: their names, and what to enter. */
import type { CoreSentences } from '../translator.ts'

/** Names of fields, as `fieldLabel` writes those of the specification. */
const fields: CoreSentences = {
  Date: 'Datum',
  Start: 'Beginn',
  Quantity: 'Menge',
  Worked: 'Gearbeitet',
  Increment: 'Takt',
  Notes: 'Notizen',
  Project: 'Projekt',
  Task: 'Aufgabe',
  Client: 'Kunde',
  Item: 'Position',
  Categories: 'Kategorien',
  Category: 'Kategorie',
  Person: 'Person',
  Name: 'Name',
  Code: 'Kürzel',
  Currency: 'Währung',
  Rate: 'Satz',
  Unit: 'Einheit',
  'Unit price': 'Einzelpreis',
  Cost: 'Kosten',
  Total: 'Summe',
  Billable: 'Abrechenbar',
  Tax: 'Steuer',
  'Tax rate': 'Steuersatz',
  'Exchange rate': 'Wechselkurs',
  'Tax type': 'Steuerart',
  Internal: 'Intern',
  Tasks: 'Aufgaben',
  Items: 'Positionen',
  Projects: 'Projekte',
  Archived: 'Archiviert',
}

const values: CoreSentences = {
  'Include every field of set, with the value that was seen':
    'Zu jedem Feld in set den zuletzt gesehenen Wert angeben',
  'Check these values': 'Diese Werte prüfen',
  Required: 'Erforderlich',
  'Enter text': 'Text eingeben',
  'Enter a whole number': 'Ganze Zahl eingeben',
  'Enter a whole number, 1 or higher': 'Ganze Zahl ab 1 eingeben',
  'Enter a whole number from {least} to {most}': 'Ganze Zahl von {least} bis {most} eingeben',
  'Use {most} characters or fewer': 'Höchstens {most} Zeichen eingeben',
  'Enter a number from 0 to 100 with up to {places} decimal places':
    'Zahl von 0 bis 100 mit höchstens {places} Nachkommastellen eingeben',
  'Enter a date as YYYY-MM-DD': 'Datum als JJJJ-MM-TT eingeben',
  'Enter a valid date as YYYY-MM-DD': 'Gültiges Datum als JJJJ-MM-TT eingeben',
  'Enter a three-letter currency code': 'Währungskürzel mit 3 Buchstaben eingeben',
  'Enter a three-letter currency code, like USD':
    'Währungskürzel mit 3 Buchstaben eingeben, z. B. EUR',
  'The end must be after the start': 'Das Ende muss nach dem Beginn liegen',
  'Choose at least one day': 'Mindestens einen Tag auswählen',
  'Enter a URL': 'URL eingeben',
  'Enter a URL, like https://time.example.com': 'URL eingeben, z. B. https://time.example.com',
  'Enter an access token': 'Zugriffstoken eingeben',
  'Enter a header name': 'Namen des Headers eingeben',
  'Use one of: {names}': 'Einen dieser Werte verwenden: {names}',
  'Use {most} or fewer {increment}-minute increments ({hours} hours)':
    'Höchstens {most} Takte zu {increment} Minuten eingeben ({hours} Stunden)',
  'Contains a character that can’t be saved. Remove it':
    'Enthält ein Zeichen, das sich nicht speichern lässt. Zeichen entfernen',
  'Contains a character access tokens don’t have. Copy the token again':
    'Enthält ein Zeichen, das in Zugriffstoken nicht vorkommt. Erneut kopieren',
  'Contains a character that isn’t allowed in a scheme':
    'Enthält ein Zeichen, das in einem Schema nicht erlaubt ist',
  'Required for client projects': 'Bei Kundenprojekten erforderlich',
  'Required when there’s a budget': 'Bei Projekten mit Budget erforderlich',
  'Required, because this item’s price isn’t known here':
    'Erforderlich, da der Preis dieser Position hier nicht bekannt ist',
  'Set by the price list item. Remove the item to make this a one-off':
    'Durch die Position vorgegeben. Für eine einmalige Ausgabe die Position entfernen',
  'Enter a rate above 0 and below 1,000,000,000, like 0.92':
    'Kurs über 0 und unter 1.000.000.000 eingeben, z. B. 0.92',
  'Only a price list item in another currency than its project’s has an exchange rate. Leave it out':
    'Einen Wechselkurs hat nur eine Position in einer anderen Währung als der des Projekts. Weglassen',
  'The service sets the exchange rate. Leave it out':
    'Den Wechselkurs legt der Dienst fest. Weglassen',
  'The total is too large. Use a smaller number': 'Die Summe ist zu groß. Kleinere Zahl eingeben',
  'Can’t find project {number}. Choose another':
    'Projekt {number} nicht gefunden. Anderes auswählen',
  'Can’t find task {number}. Choose another': 'Aufgabe {number} nicht gefunden. Andere auswählen',
  'This project was deleted. Choose another': 'Dieses Projekt wurde gelöscht. Anderes auswählen',
  'This task was deleted. Choose another': 'Diese Aufgabe wurde gelöscht. Andere auswählen',
  'There’s already a report called “{name}”. Choose another name':
    'Es gibt schon einen Bericht namens „{name}“. Anderen Namen wählen',
  'Another category already has this name. Choose a different one':
    'Eine andere Kategorie heißt schon so. Anderen Namen wählen',
  'Another category has this name now. Rename it first':
    'Eine andere Kategorie heißt inzwischen so. Diese zuerst umbenennen',
  'Can’t find price list item {number}. Choose another':
    'Position {number} nicht gefunden. Andere auswählen',
  'Can’t find client {number}. Choose another': 'Kunde {number} nicht gefunden. Anderen auswählen',
  'This price list item was deleted. Choose another':
    'Diese Position wurde gelöscht. Andere auswählen',
  'This client was deleted. Choose another': 'Dieser Kunde wurde gelöscht. Anderen auswählen',
  'This task was deleted': 'Diese Aufgabe wurde gelöscht',
  'This price list item was deleted': 'Diese Position wurde gelöscht',
  'This task doesn’t exist': 'Diese Aufgabe gibt es nicht',
  'This price list item doesn’t exist': 'Diese Position gibt es nicht',
  'Choose at least one event': 'Mindestens ein Ereignis auswählen',
  'Choose at least one': 'Mindestens 1 auswählen',
  'Choose {most} or fewer': 'Höchstens {most} auswählen',
  'Choose an end date on or after the start date': 'Enddatum am oder nach dem Startdatum auswählen',
  'Enter a time in the past': 'Zeitpunkt in der Vergangenheit eingeben',
  'Enter a time after the timer started': 'Zeitpunkt nach dem Start des Timers eingeben',
  'Enter a locale, like en-US or de-AT': 'Gebietsschema eingeben, z. B. de-AT oder en-US',
  'Enter a locale, like en-US': 'Gebietsschema eingeben, z. B. de-AT',
  'Enter a language, like en': 'Sprache eingeben, z. B. de',
  'Enter a time zone, like America/New_York': 'Zeitzone eingeben, z. B. Europe/Vienna',
  'Enter keys, like Ctrl+Alt+T': 'Tasten eingeben, z. B. Ctrl+Alt+T',
  'Use Ctrl, Alt, Shift, Super, or Cmd plus one key, like Ctrl+Alt+T':
    'Ctrl, Alt, Shift, Super oder Cmd mit einer weiteren Taste verwenden, z. B. Ctrl+Alt+T',
  'Must be an object with address fields': 'Muss ein Objekt mit Adressfeldern sein',
  'Must be null, or an object with name and email':
    'Muss null oder ein Objekt mit name und email sein',
  'Must be true or false': 'Muss true oder false sein',
  'Must be a list of IDs': 'Muss eine Liste von IDs sein',
  'Must be an ID, a whole number of 1 or higher': 'Muss eine ID sein, also eine ganze Zahl ab 1',
  'Must be local IDs': 'Lokale IDs verwenden',
  'Must be a timestamp, YYYY-MM-DD HH:MM:SS': 'Muss ein Zeitstempel sein, JJJJ-MM-TT HH:MM:SS',
  'Must be null for internal projects': 'Muss bei internen Projekten null sein',
  'Enter a URL that starts with https:// or http://':
    'URL eingeben, die mit https:// oder http:// beginnt',
  'Use one or more of these events: {names}':
    'Mindestens eines dieser Ereignisse verwenden: {names}',
  'Use 1 to 64 visible ASCII characters': '1 bis 64 sichtbare ASCII-Zeichen verwenden',
  'Must be a list of event names': 'Muss eine Liste von Ereignisnamen sein',
  'Choose a file': 'Datei auswählen',
  'Use an address with https://. With http://, anyone on the network could read the access token':
    'URL mit https:// eingeben. Über http:// ist das Zugriffstoken unterwegs für jeden lesbar',
  'The amounts of these days add up to more than Stint can show exactly. Choose fewer days':
    'Die Beträge dieser Tage ergeben mehr, als Stint genau anzeigen kann. Weniger Tage auswählen',
  'Enter a full path': 'Vollständigen Pfad eingeben',
}

/** About links from other programs, which a window shows and asks about first. */
const links: CoreSentences = {
  'Stint links look like stint://start?project=WEB&task=Design':
    'Stint-Links sehen so aus: stint://start?project=WEB&task=Design',
  'In a link, “%” must be followed by two hex digits':
    'In einem Link müssen nach „%“ 2 Hexadezimalziffern stehen',
  'A link can’t have {name}': 'Ein Link kann {name} nicht enthalten',
  'A link can have {name} only once': 'Ein Link kann {name} nur einmal enthalten',
  '{name} must be 1 to {most} characters of plain text':
    '{name} muss 1 bis {most} Zeichen einfachen Text enthalten',
  '“at” must be a time, like 9:30': '„at“ muss eine Uhrzeit sein, z. B. 9:30',
  '“ago” must be a duration of up to a day, like 15m or 1h30':
    '„ago“ muss eine Dauer von höchstens einem Tag sein, z. B. 15m oder 1h30',
  'Use either “at” or “ago”, not both': 'Entweder „at“ oder „ago“ verwenden, nicht beides',
}

export const validationSentences: CoreSentences = { ...values, ...links, ...fields }
