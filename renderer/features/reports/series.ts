/** What charts call and colour projects, and the rows of a report. */
import type { ReportKind, ReportRow } from '#shared/ipc/reports.ts'
import type { Say } from '../../app/messages/index.ts'
import { shortDayOf } from '../../ui/format.ts'
import { type Hue, hueOf } from '../../ui/project-hue.ts'

/** A project's stripe in the columns of a chart. */
export interface Series {
  /** Local id; null: without a project; `others`: all that have no stripe of their own. */
  key: number | null | 'others'
  code: string
  name: string
  hue: Hue | 'others'
}

/** As many stripes as can still be told apart. */
const mostSeries = 8

interface Named {
  key: number | null
  name: string | null
  code: string | null
}

/** A project's code, else its name. */
export const codeOf = ({ key, name, code }: Named, say: Say): string =>
  key === null ? say('reports.without.project') : code || name || `#${key}`

/** Whether a project is not for a client. */
export type IsInternal = (local: number) => boolean

/** The hue of a row that is a project's. */
export const hueOfRow = ({ key, name, code }: Named, isInternal: IsInternal): Hue =>
  hueOf(key === null ? null : { name, code, type: isInternal(key) ? 'internal' : 'client' })

export function seriesOf(projects: readonly Named[], isInternal: IsInternal, say: Say): Series[] {
  const shown = projects.length <= mostSeries ? projects : projects.slice(0, mostSeries - 1)
  const series: Series[] = shown.map((project) => ({
    key: project.key,
    code: codeOf(project, say),
    name: project.key === null ? say('reports.without.project') : (project.name ?? ''),
    hue: hueOfRow(project, isInternal),
  }))
  if (shown.length === projects.length) return series
  const others = say('reports.others')
  return [...series, { key: 'others', code: others, name: others, hue: 'others' }]
}

/** What a row is called: the day as people write it, else its name. */
export function rowName(by: ReportKind, { key, name, code }: ReportRow, say: Say): string {
  if (key === null) return say(`reports.without.${by}`)
  if (by === 'day') return shortDayOf(String(key))
  return name || code || `#${key}`
}
