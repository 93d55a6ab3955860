/** Builds the view of one day of the calendar. */
import { addDays, minutesInDay, weekdayNumber } from '#shared/rules/calendar.ts'
import type { TimeEntry, TimeEntryProject } from '#shared/resources/time.ts'
import {
  gapsBetween,
  sumMinutesByProject,
  type DayInterval,
} from '../../app/entries/day-intervals.ts'
import {
  type CalendarBlock,
  type BlockKey,
  layoutBlocks,
  type BlockSegment,
  toBlockSegments,
  type OverflowBlocks,
} from './week-blocks.ts'

export interface ProjectMinutes {
  project: TimeEntryProject | null
  minutes: number
}

/** The part of a draft within a day. */
export interface DraftPart extends DayInterval {
  begins: boolean
  ends: boolean
}

export interface DayView {
  date: string
  isToday: boolean
  isWorking: boolean
  minutes: number
  shares: ProjectMinutes[]
  /** By time; includes those hidden in a "+2" menu. */
  pieces: BlockSegment[]
  blocks: CalendarBlock[]
  rests: OverflowBlocks[]
  /** Gaps between the person's own entries. */
  gaps: DayInterval[]
}

/** The part of a draft within a day; undefined where there is none. */
export function draftPartOf(
  date: string,
  draft: ({ date: string } & DayInterval) | undefined,
): DraftPart | undefined {
  if (!draft) return undefined
  const { from, to } = draft
  if (draft.date === date) {
    return { from, to: Math.min(to, minutesInDay), begins: true, ends: to <= minutesInDay }
  }
  if (to <= minutesInDay || addDays(draft.date, 1) !== date) return undefined
  const end = to - minutesInDay
  return { from: 0, to: Math.min(end, minutesInDay), begins: false, ends: true }
}

export interface DayViewOptions {
  entries: readonly TimeEntry[]
  isOwn: (entry: TimeEntry) => boolean
  /** The running timer's segment of a day. */
  running: (date: string) => BlockSegment | undefined
  /** What the running timer counts as so far; only for today. */
  runningShare?: ProjectMinutes
  today: string
  workingDays: readonly number[]
  /** The block that always gets a column where too many overlap. */
  front: (date: string) => BlockKey | undefined
}

export function toDayView(date: string, options: DayViewOptions): DayView {
  const { entries, isOwn, runningShare, today } = options
  const pieces = toBlockSegments(date, entries)
  const running = options.running(date)
  if (running) pieces.push(running)
  pieces.sort((one, other) => one.from - other.from)

  const own = entries.filter((entry) => entry.date === date)
  const isToday = date === today
  const counted =
    runningShare && isToday ? [...own, { ...runningShare, start: minutesInDay, total: 0 }] : own
  const shares = sumMinutesByProject(counted).map(({ project, minutes }) => ({
    project,
    minutes:
      isToday && runningShare && project?.local === runningShare.project?.local
        ? minutes + runningShare.minutes
        : minutes,
  }))
  return {
    date,
    isToday,
    isWorking: options.workingDays.includes(weekdayNumber(date)),
    minutes: shares.reduce((sum, { minutes }) => sum + minutes, 0),
    shares,
    pieces,
    ...layoutBlocks(pieces, options.front(date)),
    gaps: gapsBetween(pieces.filter(({ entry }) => !entry || isOwn(entry))),
  }
}
