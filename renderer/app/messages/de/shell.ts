/** Messages of the window's frame: rail, layout, connection. */
import type * as en from '../en/shell.ts'
import type { SameKeys } from '../index.ts'

export const app: SameKeys<typeof en.app> = {
  otherStart: 'Dieses Fenster ist veraltet',
  otherStartText:
    'Stint wurde aktualisiert, hat eine neue Adresse oder kennt dieses Fenster nicht mehr. Das Fenster neu laden oder in einem neuen weiterarbeiten. Nichts ist verloren.',
  usedTwice: 'Dieses Fenster wurde getrennt',
  usedTwiceText:
    'Die Adresse, mit der es geöffnet wurde, ist zweimal verwendet worden. Jemand anders an diesem Computer könnte sie gelesen haben. Dieses Fenster schließen und Stint neu starten, dann öffnet sich ein neues. Nichts ist verloren.',
  gone: 'Stint wurde beendet',
  goneText:
    'Nach einem Neustart von Stint verbindet sich dieses Fenster wieder. Wenn nicht, die Adresse öffnen, die Stint ausgibt.',
  goneAgain: 'Zum Verbinden Stint neu starten.',
}

export const layout: SameKeys<typeof en.layout> = {
  skip: 'Zum Inhalt springen',
}

export const unit: SameKeys<typeof en.unit> = {
  min: 'min',
  hours: 'h',
}

export const form: SameKeys<typeof en.form> = {
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  gone: {
    title: 'Inzwischen gelöscht',
    text: 'Die Eingaben sind nicht verloren. Als neu speichern oder verwerfen.',
    keepAsNew: 'Als neu speichern',
    discard: 'Verwerfen',
  },
  conflicts: {
    title: 'Während der Bearbeitung geändert',
    heard: 'Während der Bearbeitung geändert: {fields}',
    mine: 'Eigene Version',
    theirs: 'Andere Version',
    keepMine: 'Eigene behalten',
    useTheirs: 'Andere übernehmen',
  },
}

export const period: SameKeys<typeof en.period> = {
  today: 'Heute',
}

export const undo: SameKeys<typeof en.undo> = {
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  closedUnsaved: 'Ohne Speichern geschlossen',
  reopen: 'Wieder öffnen',
  noneClosed: 'Kein geschlossenes Formular',
}

export const rail: SameKeys<typeof en.rail> = {
  label: 'Hauptnavigation',
  thisMachine: 'Dieser Computer',
  accountOf: '{name}, Konto wechseln',
  accounts: 'Konten …',
  day: 'Tag',
  week: 'Woche',
  timesheet: 'Stundenzettel',
  expenses: 'Ausgaben',
  reports: 'Berichte',
  categories: 'Kategorien',
  projects: 'Projekte',
  sync: 'Synchronisierung',
  history: 'Verlauf',
  more: 'Mehr',
  settings: 'Einstellungen',
  startAgain: 'Zuletzt',
  start: 'Starten',
  workMenu: 'Mehr zu {work}',
  unpin: 'Nicht mehr anheften',
  pinned: 'Angeheftet',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  toDecide: '{count} zu prüfen | {count} zu prüfen',
}

export const keyName: SameKeys<typeof en.keyName> = {
  ctrl: 'Strg',
  shift: 'Umschalt',
  delete: 'Entf',
  space: 'Leertaste',
}

export const quoted: SameKeys<typeof en.quoted> = {
  text: '„{text}“',
  inner: '‚{text}‘',
}
