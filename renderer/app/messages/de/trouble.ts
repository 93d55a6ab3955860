/** Words about the database, its backups and its health. */
import type * as en from '../en/trouble.ts'
import type { Same } from '../index.ts'

export const trouble: Same<typeof en.trouble> = {
  title: 'Das Konto „{name}“ lässt sich nicht öffnen',
  nothingLost: 'Bei jeder Wahl gilt: nichts hier Gespeichertes wird weggeworfen.',
  backups: 'Sicherungen dieses Kontos',
  retry: 'Erneut versuchen',
  still: 'Noch einmal versucht. Es hat sich noch nichts geändert.',
  restore: 'Zur Sicherung zurück',
  startAnew: 'Neu beginnen',
  startAnewTitle: 'Mit einer leeren Datenbank beginnen?',
  startAnewText:
    'Die jetzige Datei wird beiseitegelegt, nicht gelöscht. Noch nicht Gesendetes wird zurückgeholt, und alles, was der Dienst hat, wird neu geholt.',
  busy: 'In Arbeit. Das kann eine Minute dauern.',
  recovered: 'Stint hat etwas in Ordnung gebracht',
  aside: 'Die frühere Datei liegt in {folder}',
  understood: 'Verstanden',
}

export const backup: Same<typeof en.backup> = {
  title: 'Daten auf diesem Gerät',
  label: 'Sicherungen',
  text: 'Täglich wird eine angelegt, außerdem vor allem Größeren.',
  newest: 'Die neueste ist von {when}.',
  none: 'Es gibt noch keine.',
  make: 'Jetzt sichern',
  making: 'Sichert …',
  made: 'Gesichert',
  verify: 'Prüfen',
  sound: 'In Ordnung: {times} Einträge, {expenses} Ausgaben, davon {unsent} nicht gesendet',
  restore: 'Dahin zurück',
  more: 'Eine weitere | {count} weitere',
  restoreTitle: 'Zurück zu {when}?',
  restoreText:
    'Die jetzige Datenbank wird beiseitegelegt, nicht gelöscht. Seither nicht Gesendetes wird zurückgeholt, und die Änderungen des Dienstes werden neu geholt.',
  kinds: {
    daily: 'täglich',
    'before-migration': 'vor einer neuen Version',
    'before-sync': 'vor einem großen Abgleich',
    asked: 'selbst angelegt',
  },
  doctor: 'Alles durchsehen',
  doctorText: 'Prüft Datenbank, Indizes und Sicherungen und bessert aus, was geht.',
  look: 'Durchsehen',
  looking: 'Sieht durch …',
  report: 'Bericht für den Support',
  reportText:
    'Eine Textdatei mit Versionen, Einstellungen, Befunden und den letzten Zeilen der Protokolle; ohne Notizen, Namen und Zugangstokens. Stint sendet nichts: bitte erst lesen, dann weitergeben.',
  saveReport: 'Bericht speichern',
  reporting: 'Wird gespeichert …',
  reportSaved: 'Der Bericht liegt bei den Downloads oder am gewählten Ort.',
  states: {
    fine: 'Gut',
    mended: 'Ausgebessert',
    note: 'Hinweis',
    problem: 'Zu tun',
  },
}
