/** Words of the window around every screen. */
import type * as en from '../en/shell.ts'
import type { Same } from '../index.ts'

export const app: Same<typeof en.app> = {
  otherStart: 'Dieses Fenster ist nicht mehr gültig',
  otherStartText:
    'Stint wurde seither aktualisiert, kennt dieses Fenster nach einer Woche oder an einer anderen Adresse nicht mehr, oder es brauchte zum Öffnen länger als eine Minute. Bitte neu laden oder in einem neuen Fenster weitermachen. Nichts ist verloren.',
  usedTwice: 'Dieses Fenster wurde abgetrennt',
  usedTwiceText:
    'Die Adresse, die es geöffnet hat, wurde ein zweites Mal benutzt; vielleicht hat jemand anders auf diesem Rechner sie gelesen. Schließe dieses Fenster und starte Stint noch einmal. Nichts ist verloren.',
  gone: 'Stint läuft nicht',
  goneText:
    'Nach einem neuen Start ist dieses Fenster von selbst wieder da. Wenn nicht, bitte die Adresse öffnen, die Stint ausgibt.',
  goneAgain: 'Nach einem neuen Start ist dieses Fenster wieder da.',
}

export const layout: Same<typeof en.layout> = {
  skip: 'Zum Inhalt springen',
}

export const unit: Same<typeof en.unit> = {
  min: 'min',
  hours: 'h',
}

export const form: Same<typeof en.form> = {
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  gone: {
    title: 'Inzwischen gelöscht',
    text: 'Was im Formular steht, ist nicht verloren: neu anlegen oder verwerfen.',
    keepAsNew: 'Neu anlegen',
    discard: 'Verwerfen',
  },
  conflicts: {
    title: 'Inzwischen geändert',
    heard: 'Inzwischen geändert: {fields}',
    mine: 'Meins',
    theirs: 'Geändert',
    keepMine: 'Meins behalten',
    useTheirs: 'Geändertes nehmen',
  },
}

export const period: Same<typeof en.period> = {
  today: 'Heute',
}

export const undo: Same<typeof en.undo> = {
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  closedUnsaved: 'Geschlossen, ohne zu speichern',
}

export const rail: Same<typeof en.rail> = {
  label: 'Hauptnavigation',
  thisMachine: 'Dieses Gerät',
  accountOf: '{name}, Konto wechseln',
  accounts: 'Konten …',
  day: 'Tag',
  week: 'Woche',
  timesheet: 'Stundenzettel',
  expenses: 'Ausgaben',
  reports: 'Berichte',
  categories: 'Kategorien',
  projects: 'Projekte',
  sync: 'Abgleich',
  history: 'Verlauf',
  more: 'Mehr',
  settings: 'Einstellungen',
  startAgain: 'Wieder starten',
  start: 'Start',
  workMenu: 'Mehr zu {work}',
  unpin: 'Lösen',
  pinned: 'Angeheftet',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  toDecide: '{count} Frage zu entscheiden | {count} Fragen zu entscheiden',
}

export const keyName: Same<typeof en.keyName> = {
  ctrl: 'Strg',
  shift: '⇧',
  delete: 'Entf',
  space: 'Leertaste',
}

export const quoted: Same<typeof en.quoted> = {
  text: '„{text}“',
}
