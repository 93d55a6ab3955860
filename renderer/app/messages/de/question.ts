/** Words of what the timer asks and reminds of. */
import type * as en from '../en/question.ts'
import type { Same } from '../index.ts'

export const question: Same<typeof en.question> = {
  awayFor: '{length} abwesend',
  awaySince: 'Abwesend seit {from}',
  stillHere: 'Der Timer läuft noch',
  noted: '„{notes}“',
  work: 'Der Timer',
  span: {
    idle: 'Keine Eingabe von {from} bis {to}.',
    sleep: 'Das Gerät war von {from} bis {to} im Ruhezustand.',
    lock: 'Der Bildschirm war von {from} bis {to} gesperrt.',
    switch: 'Von {from} bis {to} war jemand anders am Gerät.',
    shutdown: 'Das Gerät war von {from} bis {to} aus.',
    restart: 'Stint lief von {from} bis {to} nicht.',
    gap: 'Von {from} bis {to} ging die Uhr ohne Stint weiter.',
  },
  since: {
    idle: 'Keine Eingabe seit {from}.',
    sleep: 'Das Gerät ist seit {from} im Ruhezustand.',
    lock: 'Der Bildschirm ist seit {from} gesperrt.',
    switch: 'Seit {from} ist jemand anders am Gerät.',
    shutdown: 'Das Gerät ging um {from} aus.',
    restart: 'Stint war zuletzt um {from} wach.',
    gap: 'Seit {from} ging die Uhr ohne Stint weiter.',
  },
  what: '{work} lief weiter. Was soll mit der Zeit geschehen?',
  began: '{work} begann um {start}. Stint war zuletzt um {from} wach.',
  keep: 'Behalten',
  discard: 'Verwerfen, weiterlaufen',
  stop: 'Verwerfen und um {from} stoppen',
  split: 'Als neuen Eintrag abtrennen',
  drop: 'Timer verwerfen',
  willShow: 'Der Timer zeigt dann',
  logged: '{length} erfasst',
  nothing: 'Bis zur Wahl ändert sich nichts.',
  decide: 'Entscheiden',
  answered: {
    keep: 'Behalten. Der Timer läuft weiter',
    discard: 'Herausgenommen. Der Timer läuft weiter',
    stop: 'Um {from} gestoppt',
    split: 'Als Entwurf abgetrennt',
    drop: 'Timer verworfen',
  },
}

export const reminder: Same<typeof en.reminder> = {
  nothingRuns: 'Es läuft nichts',
  nothingRunsSince: 'Es ist {now}, der letzte Eintrag endete um {since}.',
  nothingToday: 'Es ist {now}, und heute ist noch nichts erfasst.',
  startFrom: 'Ab {since} starten',
  startNow: 'Jetzt starten',
  notNow: 'Nicht jetzt',
  runningLong: 'Läuft seit {length}',
  runningLongText: '{work} läuft seit {start}.',
  stop: 'Stoppen',
  goOn: 'Weiterlaufen',
  targetReached: 'Das Tagesziel ist erreicht',
  targetText: 'Heute sind {length} erfasst.',
  good: 'Gut',
}
