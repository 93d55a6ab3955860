/** Determines the person's locale for its defaults: from the settings, else from the system. */
import { ok, type Result } from '#shared/errors.ts'
import type { Project } from '#shared/resources/project.ts'
import type { ReadingContext } from '#shared/rules/date-text.ts'
import { contextAt } from '#shared/rules/moment-text.ts'
import { neutralTextStyle, slashesOf } from '#shared/rules/text-style.ts'
import type { CoreClient } from './core-client.ts'
import type { CommandContext } from './command.ts'
import { systemLocale } from './system-locale.ts'

/**
 * Returns the locale in Settings, else the system's for one category; undefined where the system
 * names no country.
 */
async function localeHere(
  client: CoreClient,
  { env }: CommandContext,
  category: 'LC_TIME' | 'LC_MONETARY',
): Promise<Result<string | undefined>> {
  const state = await client.call('app.state')
  if (!state.ok) return state
  const { locale } = state.value.settings
  if (locale !== 'language') return ok(locale)
  const [, language, country] =
    /^([a-z]{2,3})_([A-Z]{2})(?![A-Z])/.exec(systemLocale(env, category)) ?? []
  return ok(language && `${language}-${country}`)
}

/** Returns when and where this command reads dates and times. */
export async function readingContextHere(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<ReadingContext>> {
  const locale = await localeHere(client, context, 'LC_TIME')
  if (!locale.ok) return locale
  const slashes = locale.value === undefined ? null : slashesOf(locale.value)
  // Commands print no dates in the locale's own words.
  const style = { ...neutralTextStyle, slashes }
  return ok(contextAt(context.clock.now(), context.clock.zone(), style))
}

/** Returns the first day of the week, 1 is Monday: the same as in the window. */
export async function firstDayHere(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<number>> {
  const state = await client.call('app.state')
  if (!state.ok) return state
  const { firstDay } = state.value.settings
  if (firstDay !== 'locale') return ok(firstDay)
  const locale = await localeHere(client, context, 'LC_TIME')
  if (!locale.ok) return locale
  const { firstWeekdayOf } = await import('#shared/rules/country-defaults.ts')
  return ok(locale.value === undefined ? 1 : firstWeekdayOf(locale.value))
}

/** Returns the default currency of a new record: the same as in the window. */
export async function usualCurrencyHere(
  client: CoreClient,
  context: CommandContext,
): Promise<Result<string>> {
  const projects: Project[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const read = await client.call('projects.list', { page, limit: 100 })
    if (!read.ok) return read
    for (const project of read.value.data) projects.push(project)
    pages = read.value.last_page
  }
  const locale = await localeHere(client, context, 'LC_MONETARY')
  if (!locale.ok) return locale
  const { usualCurrency } = await import('#shared/rules/country-defaults.ts')
  return ok(usualCurrency(projects, locale.value))
}
