/** Messages about projects and tasks, and about adding them. */
import type * as en from '../en/work.ts'
import type { SameKeys } from '../index.ts'

export const project: SameKeys<typeof en.project> = {
  label: 'Projekt',
  choose: 'Projekt auswählen',
  none: 'Keine Treffer',
  add: 'Projekt hinzufügen …',
  addNamed: 'Projekt „{text}“ hinzufügen',
  addButton: 'Projekt hinzufügen',
  code: 'Kürzel',
  increment: '{minutes} min',
  incrementLabel: 'Takt',
  currency: 'Währung',
  staysHere:
    'Bleibt auf diesem Computer. Die Einträge werden erst synchronisiert, wenn der Dienst das Projekt kennt.',
}

export const task: SameKeys<typeof en.task> = {
  label: 'Aufgabe',
  choose: 'Aufgabe auswählen',
  none: 'Keine Treffer',
  add: 'Aufgabe hinzufügen …',
  addNamed: 'Aufgabe „{text}“ hinzufügen',
  addButton: 'Aufgabe hinzufügen',
  staysHere:
    'Bleibt auf diesem Computer. Die Einträge werden erst synchronisiert, wenn der Dienst die Aufgabe kennt.',
}

export const add: SameKeys<typeof en.add> = {
  name: 'Name',
  remoteId: 'ID beim Dienst',
  way: 'Quelle',
  new: 'Neu anlegen',
  known: 'ID verwenden',
  idHint: 'Eine Zahl. Der Name erscheint nach der nächsten Synchronisierung.',
  idNeeded: 'Ganze Zahl ab 1 eingeben',
}
