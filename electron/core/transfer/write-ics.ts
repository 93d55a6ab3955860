/**
 * Writes entries and expenses as a calendar. Entries are events between two instants, always in
 * UTC: the library names zones without describing them, and programs read those in different ways.
 * An entry begins at the instant at which its timer started, and is as long as what was worked. An
 * expense is a whole day.
 */
import ical, { ICalEventTransparency, type ICalEventData } from 'ical-generator'
import { civilAt, fromTimestamp, toInstant } from '#shared/rules/calendar.ts'
import { moneyText } from '#shared/rules/money-text.ts'
import { workedMinutes, type MeasuredTime } from '../store/resources/segments.ts'
import type { ChargedExpense } from './export-pages.ts'

export interface CalendarWriter<Row> {
  head(): string
  events(rows: readonly Row[]): string
  tail(): string
}

interface Setting {
  /** Zone of the times of entries that no timer measured. */
  zone: string
  /** Unique name of this database: a calendar that gets an event again replaces it. */
  database: string
  /** Replaces the instant of a record's last change where there is none. */
  now: number
}

const begin = 'BEGIN:VEVENT'
const end = 'END:VCALENDAR'

/** The control characters that RFC 5545 allows nowhere (section 3.1: CONTROL). */
const forbidden = /(?![\t\r\n\u0080-\u009F])\p{Cc}/gu

const calendar = () => ical({ prodId: { company: 'Stint', product: 'Stint', language: 'EN' } })

/**
 * The library writes whole calendars, so events are cut out of one and put between its two ends.
 */
function writerOf<Row>(event: (row: Row) => ICalEventData): CalendarWriter<Row> {
  return {
    head: () => calendar().toString().split(end)[0]!,
    events(rows) {
      const whole = calendar()
      for (const row of rows) whole.createEvent(event(row))
      const text = whole.toString().replaceAll(forbidden, '')
      return text.slice(text.indexOf(begin), text.lastIndexOf(end))
    },
    tail: () => `${end}\r\n`,
  }
}

export const timeCalendar = ({ zone, database, now }: Setting): CalendarWriter<MeasuredTime> =>
  writerOf((row) => {
    const from = beginningOf(row, zone)
    const { project, task, notes } = row
    return {
      id: `time-${row.id}-${database}@stint`,
      stamp: stampOf(row, now),
      start: new Date(from),
      // An event ends after it begins.
      end: new Date(from + Math.max(1, workedMinutes(row, row.segments)) * 60_000),
      summary: titled([project?.name, task?.name, firstLine(notes)], 'Work'),
      description: notes ?? '',
      ...(project?.client ? { categories: [{ name: project.client.name }] } : {}),
    }
  })

/**
 * Returns the instant of an entry's start, full minutes. A start that was edited after it was
 * measured is read in the zone in which it was measured.
 */
function beginningOf({ date, start, segments }: MeasuredTime, zone: string): number {
  const measured = segments.find((segment) => {
    const civil = civilAt(segment.started_at, segment.zone)
    return civil.date === date && civil.minute === start
  })
  if (measured) return Math.floor(measured.started_at / 60_000) * 60_000
  return toInstant(date, start, segments[0]?.zone ?? zone)
}

export const expenseCalendar = ({ database, now }: Setting): CalendarWriter<ChargedExpense> =>
  writerOf((row) => {
    const { total_charge: total, chargedIn } = row
    const charged = chargedIn === null ? String(total) : moneyText(total, chargedIn)
    return {
      id: `expense-${row.id}-${database}@stint`,
      stamp: stampOf(row, now),
      start: new Date(`${row.date}T00:00:00Z`),
      allDay: true,
      timezone: 'UTC',
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: titled([row.name, charged, row.project?.name], 'Expense'),
      description: row.notes ?? '',
    }
  })

const titled = (parts: readonly (string | null | undefined)[], otherwise: string): string =>
  parts.filter(Boolean).join(' · ') || otherwise

const firstLine = (text: string | null): string => text?.split('\n')[0]?.slice(0, 80) ?? ''

function stampOf(
  { updated_at, created_at }: { updated_at: string | null; created_at: string | null },
  now: number,
): Date {
  const at = fromTimestamp(updated_at ?? created_at ?? '')
  return new Date(Number.isNaN(at) ? now : at)
}
