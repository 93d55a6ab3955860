/**
 * Columns of a table from an unknown program are recognized by their usual names, in several
 * languages.
 */
import type { ImportField } from '../ipc/transfer.ts'

export const knownImportColumns: Record<ImportField, readonly string[]> = {
  date: ['Date', 'Start date', 'Day', 'Datum', 'Tag', 'Startdatum'],
  start: ['Start', 'Start time', 'From', 'Begin', 'Started', 'Beginn', 'Von', 'Startzeit'],
  'end-date': ['End date', 'Enddatum'],
  end: ['End', 'End time', 'To', 'Until', 'Stop', 'Ended', 'Ende', 'Bis', 'Endzeit'],
  duration: ['Duration', 'Hours', 'Length', 'Time', 'Dauer', 'Stunden', 'Duration (h)', 'Zeit'],
  minutes: ['Minutes', 'Minuten'],
  project: ['Project', 'Projekt', 'Project name'],
  'project-code': ['Project code', 'Projektnummer', 'Projektcode'],
  client: ['Client', 'Customer', 'Kunde', 'Client name'],
  'client-code': ['Client code', 'Kundennummer'],
  task: ['Task', 'Activity', 'Aufgabe', 'Tätigkeit', 'Task name'],
  notes: ['Notes', 'Description', 'Note', 'Comment', 'Beschreibung', 'Notiz', 'Bemerkung'],
  person: ['Person', 'User', 'Member', 'Mitarbeiter', 'Email'],
  name: ['Name', 'Category', 'Expense', 'Bezeichnung'],
  amount: ['Amount', 'Total charge', 'Total', 'Betrag'],
  quantity: ['Quantity', 'Units', 'Menge'],
  currency: ['Currency', 'Währung'],
  chargeable: ['Chargeable', 'Billable', 'Billable?'],
}

/** Normalizes a column's name for comparison: case, spaces, `_` and `-` do not count. */
export const normalizeColumnName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
