/** Words about projects and tasks, and about adding them. */
import type * as en from '../en/work.ts'
import type { Same } from '../index.ts'

export const project: Same<typeof en.project> = {
  label: 'Projekt',
  choose: 'Projekt wählen',
  none: 'Kein Projekt heißt so',
  add: 'Projekt anlegen …',
  addNamed: 'Projekt „{text}“ anlegen',
  addButton: 'Projekt anlegen',
  name: 'Name',
  code: 'Kürzel',
  increment: '{minutes} min',
  incrementLabel: 'Takt',
  currency: 'Währung',
  remoteId: 'Die Nummer des Projekts beim Dienst',
  staysHere:
    'Es bleibt auf diesem Gerät. Seine Einträge werden erst gesendet, wenn der Dienst es kennt.',
}

export const task: Same<typeof en.task> = {
  label: 'Aufgabe',
  choose: 'Aufgabe wählen',
  none: 'Keine Aufgabe heißt so',
  add: 'Aufgabe anlegen …',
  addNamed: 'Aufgabe „{text}“ anlegen',
  addButton: 'Aufgabe anlegen',
  name: 'Name',
  remoteId: 'Die Nummer der Aufgabe beim Dienst',
  staysHere:
    'Sie bleibt auf diesem Gerät. Ihre Einträge werden erst gesendet, wenn der Dienst sie kennt.',
}

export const add: Same<typeof en.add> = {
  way: 'Woher es kommt',
  new: 'Neu, hier',
  known: 'Dem Dienst bekannt',
  idHint: 'Eine Zahl. Der Name kommt mit dem nächsten Abgleich.',
  idNeeded: 'Eine ganze Zahl ab 1 ist nötig',
}
