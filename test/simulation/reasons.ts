/**
 * Situations of the ledger that no world can meet, and why. Every run checks them: the place of each
 * has to exist, and no world may meet it after all.
 */
export interface Reason {
  /** As the ledger names it; all files unless given. */
  file?: string
  /** The line on which it begins; any unless given. */
  line?: string
  /** How it begins. */
  code: string
  because: string
}

export const reasons: readonly Reason[] = [
  { code: 'throw new Error(', because: 'it would be a bug, and fails the world' },
  {
    file: 'apply/missing-records.ts',
    code: 'await context.clock.sleep(0)',
    because: 'it takes more records than a world has',
  },
  {
    file: 'decide/classify.ts',
    line: `text.length > longestText ? \`\${text.slice(0, longestText - 1)}…\` : text`,
    code: `\`\${text.slice(0`,
    because: 'no words of a world’s service are that long',
  },
  {
    file: 'decide/plan.ts',
    line: `if (attempt.until === null) return { do: 'wait', until: null }`,
    code: `return { do: 'wait'`,
    because:
      'nothing plans for a record while its create is under way, and a pass ends the open ones',
  },
  {
    file: 'push/push-replies.ts',
    line: 'if (isRewritten) await noteRewrittenDate(context)',
    code: 'await noteRewrittenDate',
    because: 'no service of the worlds writes another date of creation with a change',
  },
  {
    file: 'push/push-replies.ts',
    line: 'if (!base || !attempt) return false',
    code: 'return false',
    because: 'a record whose update is under way has a base and an attempt',
  },
  {
    file: 'push/push-replies.ts',
    line: `if (!state) return 'end'`,
    code: `return 'end'`,
    because: 'nothing forgets a record whose deletion is under way',
  },
]
