/** Names and colors of projects in charts, and of the rows of a report. */
import type { ReportKind, ReportRow } from '#shared/ipc/reports.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { Translate } from '../../app/messages/index.ts'
import { formatBriefDay, formatMonth, formatShortDay } from '../../ui/format.ts'
import { type HueMark, hueOf } from '../../ui/project-hue.ts'

/** A project's segment in the columns of a chart. */
export interface Series {
  /** Local id; null: without a project; `others`: all projects without a series of their own. */
  key: number | null | 'others'
  code: string
  name: string
  hue: HueMark | 'others'
}

/** The number of series that can still be told apart. */
const mostSeries = 8

interface Named {
  key: number | null
  name: string | null
  code: string | null
}

/** A project's code, otherwise its name. */
export const seriesCodeOf = ({ key, name, code }: Named, t: Translate): string =>
  key === null ? t('reports.without.project') : code || name || `#${key}`

/** The hue of a project's row. */
export const hueOfRow = ({ key, name, code }: Pick<ReportRow, 'key' | 'name' | 'code'>): HueMark =>
  hueOf(key === null ? null : { name, code })

export function toSeries(projects: readonly Named[], t: Translate): Series[] {
  const shown = projects.length <= mostSeries ? projects : projects.slice(0, mostSeries - 1)
  const series: Series[] = shown.map((project) => ({
    key: project.key,
    code: seriesCodeOf(project, t),
    name: project.key === null ? t('reports.without.project') : (project.name ?? ''),
    hue: hueOfRow(project),
  }))
  if (shown.length === projects.length) return series
  const others = t('reports.others')
  return [...series, { key: 'others', code: others, name: others, hue: 'others' }]
}

/** The label of a row: the formatted dates of a day, week or month, otherwise its name. */
export function reportRowName(
  by: ReportKind,
  { key, name, code }: ReportRow,
  t: Translate,
): string {
  if (key === null) return t(`reports.without.${by}`)
  if (by === 'day') return formatShortDay(String(key))
  if (by === 'week') return weekName(String(key))
  if (by === 'month') return formatMonth(`${key}-01`)
  return name || code || `#${key}`
}

const weekName = (from: string): string =>
  `${formatBriefDay(from)} – ${formatBriefDay(addDays(from, 6))}`
