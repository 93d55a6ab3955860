/** Messages of the timer's questions and reminders. */
import type * as en from '../en/question.ts'
import type { SameKeys } from '../index.ts'

export const question: SameKeys<typeof en.question> = {
  awayFor: '{length} abwesend',
  awaySince: 'Abwesend seit {from}',
  stillHere: 'Der Timer läuft noch',
  noted: '„{notes}“',
  work: 'Der Timer',
  span: {
    idle: 'Keine Aktivität von {from} bis {to}.',
    sleep: 'Der Computer war von {from} bis {to} im Ruhezustand.',
    lock: 'Der Bildschirm war von {from} bis {to} gesperrt.',
    switch: 'Von {from} bis {to} war ein anderer Benutzer angemeldet.',
    shutdown: 'Der Computer war von {from} bis {to} ausgeschaltet.',
    restart: 'Stint war von {from} bis {to} geschlossen.',
    gap: 'Stint lief von {from} bis {to} nicht.',
  },
  since: {
    idle: 'Keine Aktivität seit {from}.',
    sleep: 'Der Computer war seit {from} im Ruhezustand.',
    lock: 'Der Bildschirm ist seit {from} gesperrt.',
    switch: 'Seit {from} ist ein anderer Benutzer angemeldet.',
    shutdown: 'Der Computer war seit {from} ausgeschaltet.',
    restart: 'Stint war seit {from} geschlossen.',
    gap: 'Stint lief seit {from} nicht.',
  },
  what: '{work} lief weiter. Was soll mit dieser Zeit passieren?',
  began: '{work} läuft seit {start}. Stint war seit {from} geschlossen.',
  keep: 'Behalten',
  discard: 'Verwerfen und fortsetzen',
  stop: 'Verwerfen und um {from} stoppen',
  split: 'Als eigenen Eintrag erfassen',
  drop: 'Timer verwerfen',
  willShow: 'Der Timer zeigt dann',
  logged: '{length} erfasst',
  nothing: 'Bis zur Auswahl ändert sich nichts.',
  decide: 'Prüfen',
  answered: {
    keep: 'Zeit behalten. Timer läuft weiter',
    discard: 'Zeit verworfen. Timer läuft weiter',
    stop: 'Um {from} gestoppt',
    split: 'Als eigener Eintrag gespeichert',
    drop: 'Timer verworfen',
  },
}

export const reminder: SameKeys<typeof en.reminder> = {
  nothingRuns: 'Es läuft kein Timer',
  nothingRunsSince: 'Es ist {now}, und der letzte Eintrag endete um {since}.',
  nothingToday: 'Es ist {now}, und heute ist noch nichts erfasst.',
  startFrom: 'Ab {since} starten',
  startNow: 'Jetzt starten',
  notNow: 'Nicht jetzt',
  runningLong: 'Timer läuft schon {length}',
  runningLongText: '{work} läuft seit {start}.',
  stop: 'Timer stoppen',
  goOn: 'Weiterlaufen lassen',
  targetReached: 'Tagesziel erreicht',
  targetText: 'Heute {length} erfasst.',
  good: 'Verstanden',
}
