/** Parses flags and words into what the contract takes. */
import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import { isCivilDate, minutesInDay } from '#shared/rules/calendar.ts'
import { parseTimeText } from '#shared/rules/clock-text.ts'
import { parseDateText, type ReadingContext } from '#shared/rules/date-text.ts'
import { parseDuration } from '#shared/rules/duration-text.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'
import { readingContextHere } from './local-defaults.ts'
import { reject, rejectField } from './language.ts'

export type FindableResource = CallInput<'records.findByRemote'>['resource']

/** Returns the text of a flag that takes a value; undefined when it was not given. */
export const textFlag = ({ flags }: CommandContext, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the texts of a flag that may be repeated. */
export const textsFlag = ({ flags }: CommandContext, name: string): string[] =>
  [flags[name] ?? []].flat().filter((value) => typeof value === 'string')

/** Parses a flag that takes a whole number. The core checks its range. */
export function numberFlag(context: CommandContext, name: string): Result<number | undefined> {
  const text = textFlag(context, name)
  if (text === undefined) return ok(undefined)
  const number = wholeNumber(text)
  return number === undefined
    ? rejectField(name, '{flag} needs a whole number', { flag: `--${name}` })
    : ok(number)
}

/** What the help says about every flag that takes a day. */
export const dayHelp = 'A DAY is like 2026-11-20, Nov 20, yesterday, or last Friday.'

/**
 * Parses a flag that takes a day as people write it (`2026-11-20`, `yesterday`, `Nov 20`) to a
 * civil date; undefined when it was not given.
 */
export async function dayFlag(
  client: CoreClient,
  context: CommandContext,
  name: string,
): Promise<Result<string | undefined>> {
  const text = textFlag(context, name)
  if (text === undefined || isCivilDate(text)) return ok(text)
  const reading = await readingContextHere(client, context)
  if (!reading.ok) return reading
  const date = parseDateText(text, reading.value)
  return date === undefined
    ? rejectField(name, '{flag} needs a day, like 2026-11-20, Nov 20, yesterday, or last Friday', {
        flag: `--${name}`,
      })
    : ok(date)
}

/** Parses a time as people write it (`9`, `9:00`, `9pm` or `noon`) to a minute of the day. */
export function timeOfDay(text: string, field: string, context: ReadingContext): Result<number> {
  const minute = minuteIn(text, context)
  return minute === undefined
    ? rejectField(field, '{flag} needs a time, like 9, 09:30, or 9:30pm', { flag: `--${field}` })
    : ok(minute)
}

/**
 * Parses a flag that takes minutes after midnight, as in the API, or a time: `540`, `9:00` or
 * `9am`; undefined when it was not given.
 */
export async function minuteFlag(
  client: CoreClient,
  context: CommandContext,
  name: string,
): Promise<Result<number | undefined>> {
  const text = textFlag(context, name)
  if (text === undefined) return ok(undefined)
  const reading = await readingContextHere(client, context)
  if (!reading.ok) return reading
  const minute = wholeNumber(text) ?? minuteIn(text, reading.value)
  if (minute !== undefined && minute >= 0 && minute < minutesInDay) return ok(minute)
  return rejectField(
    name,
    '{flag} needs a time, like 09:30, 9:30pm, or noon, or minutes after midnight (0 to 1439)',
    {
      flag: `--${name}`,
    },
  )
}

function minuteIn(text: string, context: ReadingContext): number | undefined {
  const minute = parseTimeText(text, context, 'line')
  return minute === minutesInDay ? undefined : minute
}

/** Parses a duration to minutes: `15m`, `1h30`, `1:30`, `1.5h`, or `90`. */
export function parseDurationFlag(text: string, field: string): Result<number> {
  const minutes = parseDuration(text) ?? wholeNumber(text)
  if (minutes !== undefined && minutes > 0) return ok(minutes)
  return rejectField(field, '{flag} needs a duration, like 15m, 1h30, or 1.5h', {
    flag: `--${field}`,
  })
}

/** Resolves an id to the local one: `12`, or `remote:7` for the record with the service's id 7. */
export async function resolveLocalId(
  client: CoreClient,
  resource: FindableResource,
  text: string,
  field = 'id',
): Promise<Result<number>> {
  const [, remote, digits] = /^(remote:)?(\d+)$/.exec(text) ?? []
  const number = wholeNumber(digits ?? '')
  if (number === undefined || number < 1) {
    return rejectField(field, '“{text}” isn’t an ID. Use a number, or remote: plus a service ID', {
      text,
    })
  }
  if (remote === undefined) return ok(number)
  const found = await client.call('records.findByRemote', { resource, remote: number })
  return found.ok ? ok(found.value.local) : found
}

/** Resolves the single id that a command takes as its word. */
export async function readIdArgument(
  client: CoreClient,
  resource: FindableResource,
  words: readonly string[],
  example: string,
): Promise<Result<number>> {
  const [word, ...more] = words
  if (word === undefined || more.length > 0)
    return reject('usage', 'Give one ID: {example}', { example })
  return resolveLocalId(client, resource, word)
}

/** Parses a number from 1 on that identifies something local: a change, an item of the trash. */
export const parseId = (
  text: string,
  refusal: '“{text}” isn’t the ID of a change' | '“{text}” isn’t the ID of an item',
): Result<number> =>
  /^[1-9]\d{0,14}$/.test(text) ? ok(Number(text)) : rejectField('id', refusal, { text })

function wholeNumber(text: string): number | undefined {
  if (!/^-?\d+$/.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : undefined
}
