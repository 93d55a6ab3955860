/**
 * Schemas and defaults of everything the person can set. Settings of this computer are stored in
 * the data folder, those of an account in its database.
 */
import { integer } from '../resources/fields.ts'
import { z } from '../resources/zod.ts'
import { hues } from '../rules/hues.ts'
import { isLocale } from '../rules/locale-text.ts'
import { userPortRange } from '../rules/tcp-ports.ts'
import { proxyDefaults, proxySettings } from './proxy.ts'

/**
 * What happens to a running timer when the person or Stint goes away, such as when the computer
 * sleeps. `keep`: the time counts. `ask`: the person is asked about it. `stop`: the timer stops at
 * that moment.
 */
const watchPolicy = z.enum(['keep', 'ask', 'stop'])
export type AbsencePolicy = z.output<typeof watchPolicy>

/** Keys as Electron writes them, such as `Ctrl+Alt+T`: modifiers, then one key. */
const shortcut = z
  .string('Enter keys, like Ctrl+Alt+T')
  .regex(
    /^(?:(?:Ctrl|Alt|Shift|Super|Cmd)\+){1,4}(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space|Tab|Enter|Up|Down|Left|Right|Home|End|PageUp|PageDown|Insert|Delete|Plus|[,.;/\\[\]=`'-])$/,
    'Use Ctrl, Alt, Shift, Super, or Cmd plus one key, like Ctrl+Alt+T',
  )

const minuteOfDay = integer(0, 1440)

const language = z
  .string('Enter a language, like en')
  .regex(/^(?:system|[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/, 'Enter a language, like en')
const locale = z
  .string('Enter a locale, like en-US')
  .refine((text) => text === 'language' || isLocale(text), 'Enter a locale, like en-US')

export const machineSettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** The rail shows icons only, also where there is room for labels. */
  railCollapsed: z.boolean(),
  /** Number of days in the week calendar. */
  weekShows: z.enum(['day', 'five', 'week']),
  /** Language of the interface, such as `de`; `system`: the first of the person's that exists. */
  language,
  /** Locale of dates and numbers, such as `de-AT`; `language`: as usual in the language. */
  locale,
  /** 12-hour or 24-hour clock. */
  hours: z.enum(['locale', '12', '24']),
  /** Durations as `1:30`, or as `1.5 h`. */
  lengths: z.enum(['clock', 'decimal']),
  /** First day of the week: 1 is Monday. */
  firstDay: z.union([z.literal('locale'), integer(1, 7)]),
  /** Enables shortcuts without Ctrl or Alt outside of fields (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** Minutes without input after which the timer asks; null: never. */
  idleMinutes: integer(1, 240).nullable(),
  whenAsleep: watchPolicy,
  whenLocked: watchPolicy,
  whenUserSwitched: watchPolicy,
  whenShutDown: watchPolicy,
  whenQuit: watchPolicy,
  /** Keeps the mini window above the others while the timer asks. */
  miniWhileAsking: z.boolean(),
  /** Global shortcuts; null: off. */
  timerShortcut: shortcut.nullable(),
  entryShortcut: shortcut.nullable(),
  startAtLogin: z.boolean(),
  notifications: z.boolean(),
  /** Checks for newer versions, where the build has a feed. */
  updates: z.boolean(),
  /** Serves the API to programs on this computer while an app is open. */
  localApi: z.boolean(),
  /** Port on 127.0.0.1. Ports below 1024 are the system's. */
  localApiPort: integer(userPortRange.from, userPortRange.to),
  /** How requests to a service leave this computer. */
  proxy: proxySettings,
})
export type MachineSettings = z.output<typeof machineSettings>

export const machineDefaults: MachineSettings = {
  theme: 'system',
  railCollapsed: false,
  weekShows: 'week',
  language: 'system',
  locale: 'language',
  hours: 'locale',
  lengths: 'clock',
  firstDay: 'locale',
  singleKeys: true,
  idleMinutes: 10,
  whenAsleep: 'ask',
  whenLocked: 'keep',
  whenUserSwitched: 'ask',
  whenShutDown: 'ask',
  whenQuit: 'keep',
  miniWhileAsking: false,
  timerShortcut: null,
  entryShortcut: null,
  startAtLogin: false,
  notifications: true,
  updates: true,
  localApi: false,
  localApiPort: 4690,
  proxy: proxyDefaults,
}

/** Usual working hours: days of the week (1 is Monday) and minutes of the day. */
const workingHours = z
  .strictObject({
    days: z.array(integer(1, 7)).min(1, 'Choose at least one day').max(7),
    from: minuteOfDay,
    to: minuteOfDay,
  })
  .refine(({ from, to }) => from < to, { error: 'The end must be after the start', path: ['to'] })

const rateMeaning = z.enum(['hour', 'increment'])

export const accountSettings = z.strictObject({
  rounding: z.enum(['up', 'nearest', 'down']),
  /** Counts every entry of the account as the person's own, regardless of its author. */
  everythingIsMine: z.boolean(),
  workingHours,
  /** What a rate is for where the service does not say; null: not answered yet. */
  rateMeaning: rateMeaning.nullable(),
  /** Target minutes of a day; null: no target. */
  dailyTarget: integer(1, 1440).nullable(),
  /** Reminds within working hours when no timer runs for this many minutes; null: never. */
  remindIdleMinutes: integer(1, 480).nullable(),
  /** Reminds when the timer has run for this many minutes; null: never. */
  remindLongMinutes: integer(1, 1440).nullable(),
  /** Reminds when the day's target is reached. */
  remindTarget: z.boolean(),
  /** Chosen colors by the project's local id; the other projects derive theirs from their code. */
  projectHues: z.record(z.string().regex(/^[1-9]\d*$/, 'Must be local IDs'), z.enum(hues)),
})
export type AccountSettings = z.output<typeof accountSettings>

export const accountDefaults: AccountSettings = {
  rounding: 'up',
  everythingIsMine: true,
  rateMeaning: null,
  workingHours: { days: [1, 2, 3, 4, 5], from: 9 * 60, to: 17 * 60 + 30 },
  dailyTarget: null,
  remindIdleMinutes: null,
  remindLongMinutes: 600,
  remindTarget: true,
  projectHues: {},
}

export type Settings = MachineSettings & AccountSettings
