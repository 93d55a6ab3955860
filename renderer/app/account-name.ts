/** How an account is called. */
import type { AccountSummary } from '#shared/ipc/views.ts'
import type { Say } from './messages/index.ts'

/** The name that the core gives an account of this machine alone, which says just that. */
const ownName = 'This machine'

export const accountName = (account: Pick<AccountSummary, 'name'> | null, say: Say): string =>
  !account?.name || account.name === ownName ? say('rail.thisMachine') : account.name
