/** Words about several entries at once, and about making several of one. */
import type { several as english } from '../en/several.ts'
import type { Same } from '../index.ts'

export const several: Same<typeof english> = {
  bar: 'Ausgewählte Einträge',
  picked: '{count} Eintrag, {length} | {count} Eintrag, {length} | {count} Einträge, {length}',
  pickedHeard:
    'Nichts ausgewählt | {count} Eintrag ausgewählt, {length} | {count} Einträge ausgewählt, {length}',
  letGo: 'Auswahl aufheben',
  merge: 'Verbinden',
  copy: 'Duplizieren',
  deleted: 'Nichts gelöscht | {count} Eintrag gelöscht | {count} Einträge gelöscht',
  changed: 'Nichts geändert | {count} Eintrag geändert | {count} Einträge geändert',
  copied:
    '{count} Eintrag auf {day} dupliziert | {count} Eintrag auf {day} dupliziert | {count} Einträge auf {day} dupliziert',
  merged: '{count} Einträge verbunden',
  split: 'In zwei geteilt',
  cannotMerge: {
    few: 'Zum Verbinden sind mindestens zwei Einträge nötig',
    user: 'Sie gehören verschiedenen Personen',
    project: 'Sie gehören zu verschiedenen Projekten',
    task: 'Sie gehören zu verschiedenen Aufgaben',
    date: 'Sie liegen an verschiedenen Tagen',
    terms: 'Sie zählen in verschiedenen Takten oder zu verschiedenen Sätzen',
    gap: 'Von {from} bis {to} ist nichts erfasst',
    long: 'Zusammen sind sie länger, als ein Eintrag sein kann',
  },
  editTitle: '{count} Einträge bearbeiten',
  editHint: 'Was ausgefüllt wird, gilt für alle. Der Rest bleibt, wie er ist.',
  differ: '{count} verschiedene',
  change: '{count} ändern',
  nothingToChange: 'Bitte ausfüllen, was sich ändern soll.',
  splitTitle: 'Eintrag teilen',
  splitAt: 'Um',
  splitButton: 'Teilen',
  splitBetween: 'Eine Uhrzeit zwischen {from} und {to} ist nötig',
  cannotSplit: 'Ein einzelner Takt lässt sich nicht teilen',
  copyTitle:
    '{count} Eintrag duplizieren | {count} Eintrag duplizieren | {count} Einträge duplizieren',
  copyHint: 'Zu denselben Uhrzeiten an jenem Tag.',
}
