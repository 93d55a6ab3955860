/** The display name of an account. */
import type { AccountSummary } from '#shared/ipc/call-results.ts'
import type { Translate } from '../messages/index.ts'

/** The stored name of the account without a service, which is replaced by a translated one. */
const ownName = 'This machine'

export const accountName = (account: Pick<AccountSummary, 'name'> | null, t: Translate): string =>
  !account?.name || account.name === ownName ? t('rail.thisMachine') : account.name
