import type { Clock } from '#core/ports.ts'
import { civilAt } from '#shared/rules/calendar.ts'

/** Returns the person's current day, `YYYY-MM-DD`. */
export const readToday = (clock: Clock): string => civilAt(clock.now(), clock.zone()).date
