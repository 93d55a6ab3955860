/** Messages of bulk actions on entries, and of copying one entry several times. */
import type { several as english } from '../en/bulk-edit.ts'
import type { SameKeys } from '../index.ts'

export const several: SameKeys<typeof english> = {
  bar: 'Ausgewählte Einträge',
  selected: '{count} Eintrag, {length} | {count} Eintrag, {length} | {count} Einträge, {length}',
  selectedSpoken:
    'Nichts ausgewählt | {count} Eintrag ausgewählt, {length} | {count} Einträge ausgewählt, {length}',
  tooMany:
    'Auf einmal lassen sich höchstens {most} Einträge bearbeiten. Zuerst die Suche eingrenzen',
  clearSelection: 'Auswahl aufheben',
  merge: 'Zusammenführen',
  copy: 'Duplizieren',
  deleted: 'Nichts gelöscht | {count} Eintrag gelöscht | {count} Einträge gelöscht',
  changed: 'Nichts geändert | {count} Eintrag geändert | {count} Einträge geändert',
  copied:
    '{count} Eintrag auf {day} dupliziert | {count} Eintrag auf {day} dupliziert | {count} Einträge auf {day} dupliziert',
  merged: '{count} Einträge zusammengeführt',
  split: 'In 2 Einträge geteilt',
  cannotMerge: {
    few: 'Zum Zusammenführen mindestens 2 Einträge auswählen',
    user: 'Diese Einträge gehören verschiedenen Personen',
    project: 'Diese Einträge gehören zu verschiedenen Projekten',
    task: 'Diese Einträge gehören zu verschiedenen Aufgaben',
    date: 'Diese Einträge liegen an verschiedenen Tagen',
    terms: 'Diese Einträge haben verschiedene Takte oder Stundensätze',
    gap: 'Von {from} bis {to} ist eine Lücke',
    long: 'Zusammen sind sie zu lang für einen Eintrag',
  },
  editTitle: '{count} Einträge bearbeiten',
  editHint: 'Nur ausgefüllte Felder werden geändert.',
  differ: '{count} verschiedene',
  change: 'Alle {count} speichern',
  nothingToChange: 'Mindestens ein Feld ausfüllen.',
  splitTitle: 'Eintrag teilen',
  splitAt: 'Teilen um',
  splitButton: 'Teilen',
  splitBetween: 'Uhrzeit zwischen {from} und {to} eingeben',
  cannotSplit: 'Ein einzelner Takt lässt sich nicht teilen',
  copyTitle:
    '{count} Eintrag duplizieren | {count} Eintrag duplizieren | {count} Einträge duplizieren',
  copyHint: 'Die Uhrzeiten bleiben gleich.',
}
