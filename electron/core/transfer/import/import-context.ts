/** The context of an import: the person's options and the account's settings. */
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { RoundingRule } from '#shared/rules/increments.ts'
import type { ActionContext } from '../../actions/change.ts'

export type ImportOptions = CallArguments<'import.begin'>

/** The account's settings for an import. */
export interface ImportContext {
  context: ActionContext
  /** The user whose entries are searched for equal ones; absent: everyone's. */
  user: number | undefined
  /** How lengths are rounded to whole increments, unless the person chooses otherwise. */
  rounding: RoundingRule
  /** Minute of the day at which work usually begins. */
  workBegins: number
  /** True for an account without a service. */
  isLocal: boolean
}
