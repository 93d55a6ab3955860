/** What an import goes by: what the person says, and what is the account's. */
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { RoundingRule } from '#shared/rules/increments.ts'
import type { ActionContext } from '../../actions/change.ts'

export type ImportOptions = CallArguments<'import.begin'>

/** What is the account's to say. */
export interface ImportSetting {
  context: ActionContext
  /** Whose entries are looked through for equal ones; absent: everyone's. */
  user: number | undefined
  /** How lengths become whole increments, unless the person says otherwise. */
  rounding: RoundingRule
  /** Minute of the day at which work usually begins. */
  workBegins: number
  /** True for an account that stays on this machine. */
  isLocal: boolean
}
