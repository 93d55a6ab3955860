/** Messages about the database, its backups and its health. */
import type * as en from '../en/trouble.ts'
import type { SameKeys } from '../index.ts'

export const trouble: SameKeys<typeof en.trouble> = {
  title: '„{name}“ lässt sich nicht öffnen',
  nothingLost: 'Gespeichertes wird in keinem Fall gelöscht.',
  backups: 'Sicherungen dieses Kontos',
  retry: 'Erneut versuchen',
  still: 'Erneut versucht. Noch hat sich nichts geändert.',
  restore: 'Sicherung wiederherstellen',
  startAnew: 'Neu beginnen',
  startAnewTitle: 'Mit einer leeren Datenbank beginnen?',
  startAnewText:
    'Die aktuelle Datei wird beiseitegelegt, nicht gelöscht. Nicht synchronisierte Änderungen werden wiederhergestellt, und alle Daten des Dienstes werden erneut heruntergeladen.',
  busy: 'In Arbeit. Das kann eine Minute dauern.',
  recovered: 'Stint hat ein Problem behoben',
  aside: 'Die alte Datei liegt in {folder}',
  understood: 'Verstanden',
}

export const backup: SameKeys<typeof en.backup> = {
  title: 'Daten und Sicherung',
  label: 'Sicherungen',
  text: 'Stint sichert täglich und vor größeren Änderungen.',
  newest: 'Letzte Sicherung: {when}.',
  none: 'Noch keine Sicherungen.',
  make: 'Jetzt sichern',
  making: 'Wird gesichert …',
  made: 'Sicherung abgeschlossen',
  verify: 'Prüfen',
  sound:
    'Sicherung geprüft. Einträge: {times}, Ausgaben: {expenses}, nicht synchronisiert: {unsent}',
  restore: 'Wiederherstellen',
  more: '1 weitere | {count} weitere',
  restoreTitle: 'Sicherung vom {when} wiederherstellen?',
  restoreText:
    'Die aktuelle Datenbank wird beiseitegelegt, nicht gelöscht. Spätere, noch nicht synchronisierte Änderungen bleiben erhalten, und die Änderungen des Dienstes werden erneut heruntergeladen.',
  kinds: {
    daily: 'täglich',
    'before-migration': 'vor einem Update',
    'before-sync': 'vor einer großen Synchronisierung',
    asked: 'manuell',
  },
  doctor: 'Datenprüfung',
  doctorText: 'Prüft Datenbank und Sicherungen und repariert, was sich reparieren lässt.',
  look: 'Prüfung starten',
  looking: 'Wird geprüft …',
  report: 'Support-Bericht',
  reportText:
    'Eine Textdatei mit Versionen, Einstellungen, Prüfergebnissen und den letzten Zeilen der Protokolle, ohne Notizen, Namen und Zugriffstoken. Stint sendet sie nicht. Erst lesen, dann weitergeben.',
  saveReport: 'Bericht speichern',
  reporting: 'Wird gespeichert …',
  reportSaved: 'Bericht unter „Downloads“ oder am gewählten Ort gespeichert',
  states: {
    fine: 'OK',
    mended: 'Repariert',
    note: 'Hinweis',
    problem: 'Problem',
  },
}
