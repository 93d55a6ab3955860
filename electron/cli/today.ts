import { civilAt } from '#shared/rules/calendar.ts'
import type { Client } from './client.ts'

/** The day of the person, `YYYY-MM-DD`. */
export async function today(client: Client): Promise<string> {
  const state = await client.call('app.state')
  const zone = state.ok ? state.value.zone : new Intl.DateTimeFormat().resolvedOptions().timeZone
  return civilAt(Date.now(), zone).date
}
