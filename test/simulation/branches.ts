/**
 * Counts which branches of the engine's decisions were taken, and how often. The files that decide
 * are given counters while they are loaded: V8 can count too, but then counts everything that runs,
 * which takes a quarter more time.
 */
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import ts from 'typescript'

/** The files that decide: what to do, what an answer means, how an outcome is applied. */
const deciding = [
  'decide/plan',
  'decide/merge',
  'decide/classify',
  'decide/match-create',
  'apply/judge-candidate',
  'push/lost-create-candidates',
  'push/probe-create',
  'push/push-steps',
  'push/push-replies',
  'push/adopt-category-name',
  'push/park-record',
  'apply/apply-remote',
  'apply/apply-deletions',
  'apply/apply-pulled',
  'pull/pull-feed',
  'apply/missing-records',
  'apply/settle-tombstones',
  'inbox/resolve-card',
  'inbox/card-resolutions',
] as const

const folder = new URL('../../electron/core/sync/', import.meta.url).href

/** By file: its branches, outer before inner, as start and end in the source, and how often. */
export type Ranges = Record<string, [start: number, end: number, count: number][]>

export interface BranchCounter {
  /** The counts since the last call. */
  take(): Ranges
}

/** The global in which a file finds its counters. */
const counters = Symbol.for('stint simulation: branches')

/** Starts counting in this thread, before anything imports the engine. */
export function countBranches(): BranchCounter {
  const counted = new Map<string, { branches: Branch[]; counts: Float64Array }>()
  const byFile: Record<string, Float64Array> = {}
  Object.assign(globalThis, { [counters]: byFile })
  const missing = deciding.filter((name) => !existsSync(new URL(`${name}.ts`, folder)))
  if (missing.length > 0) throw new Error(`not in electron/core/sync: ${missing.join(', ')}`)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const file = deciding.find((name) => url === `${folder}${name}.ts`)
      if (!file) return loaded
      const { source } = loaded
      const text =
        typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
      const branches = branchesIn(text)
      const counts = (byFile[file] = new Float64Array(branches.length))
      counted.set(file, { branches, counts })
      return { ...loaded, source: withCounters(text, file, branches) }
    },
  })
  return {
    take() {
      const taken: Ranges = {}
      for (const [file, { branches, counts }] of counted) {
        taken[file] = branches.map(({ start, end }, place) => [start, end, counts[place]!])
        counts.fill(0)
      }
      return taken
    },
  }
}

interface Branch {
  start: number
  end: number
  /** Statements that follow each other, one without braces, or an expression. */
  is: 'statements' | 'statement' | 'expression'
}

/** The parts of a source that may run more or less often than the code around them. */
function branchesIn(text: string): Branch[] {
  const source = ts.createSourceFile('branches.ts', text, ts.ScriptTarget.Latest, true)
  const branches: Branch[] = []
  const add = (is: Branch['is'], from: ts.Node, to: ts.Node = from) =>
    void branches.push({ is, start: from.getStart(source), end: to.getEnd() })

  /**
   * Adds a list of statements: those after one that may leave the list get a count of their own.
   */
  function addStatements(statements: readonly ts.Statement[]): void {
    let first = 0
    for (const [place, statement] of statements.entries()) {
      if (place < statements.length - 1 && !mayLeave(statement)) continue
      add('statements', statements[first]!, statements.at(-1))
      first = place + 1
    }
  }

  function visit(node: ts.Node): void {
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) addStatements(node.statements)
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) add('expression', node.body)
    if (ts.isConditionalExpression(node)) {
      add('expression', node.whenTrue)
      add('expression', node.whenFalse)
    }
    if (ts.isBinaryExpression(node) && mayBeSkipped.has(node.operatorToken.kind)) {
      add('expression', node.right)
    }
    for (const statement of bareBranches(node)) add('statement', statement)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return branches.toSorted((one, other) => one.start - other.start || other.end - one.end)
}

/** Branches without braces. */
function bareBranches(node: ts.Node): ts.Statement[] {
  const branches = ts.isIfStatement(node)
    ? [node.thenStatement, node.elseStatement]
    : ts.isIterationStatement(node, false)
      ? [node.statement]
      : []
  return branches.flatMap((branch) => (branch && !ts.isBlock(branch) ? [branch] : []))
}

const mayBeSkipped: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** True for a statement after which the next one may not run. */
function mayLeave(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false
  if (
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isBreakOrContinueStatement(node)
  ) {
    return true
  }
  return ts.forEachChild(node, (child) => mayLeave(child) || undefined) ?? false
}

/** The source with a counter before each branch, line for line. */
function withCounters(text: string, file: string, branches: readonly Branch[]): string {
  const inserted = new Map<number, string>()
  const insert = (at: number, what: string, before: boolean) => {
    const there = inserted.get(at) ?? ''
    inserted.set(at, before ? what + there : there + what)
  }
  for (const [place, { is, start, end }] of branches.entries()) {
    const counts = `met[${place}]++`
    if (is === 'statements') {
      insert(start, `${counts};`, false)
      continue
    }
    const [open, close] = is === 'statement' ? [`{${counts};`, '}'] : [`(${counts}, `, ')']
    insert(start, open, false)
    insert(end, close, true)
  }
  let done = `const met = globalThis[Symbol.for('stint simulation: branches')]['${file}'];`
  let from = 0
  for (const [at, what] of [...inserted].toSorted(([one], [other]) => one - other)) {
    done += text.slice(from, at) + what
    from = at
  }
  return done + text.slice(from)
}

const sources = new Map<string, string>()

function sourceOf(file: string): string {
  let source = sources.get(file)
  if (source === undefined) {
    source = readFileSync(new URL(`${file}.ts`, folder), 'utf8')
    sources.set(file, source)
  }
  return source
}

/** Where a block begins, as people look for it: `plan.ts:87 return { do: 'hold' }`. */
export function branchText(branch: string): string {
  const [file, start, end] = branch.split(' ') as [string, string, string]
  const source = sourceOf(file)
  const line = source.slice(0, Number(start)).split('\n').length
  const text = source.slice(Number(start), Number(end)).trim().replace(/\s+/g, ' ')
  return `${file}.ts:${line} ${text.slice(0, 80)}`
}

/** The place that such a text names, with the whole line; null for any other text. */
export function placeOf(text: string): { file: string; line: string; code: string } | null {
  const [, file, number, code] = /^(\S+)\.ts:(\d+) (.*)$/s.exec(text) ?? []
  if (file === undefined) return null
  const line = sourceOf(file).split('\n')[Number(number) - 1]!.trim()
  return { file: `${file}.ts`, line, code: code! }
}
