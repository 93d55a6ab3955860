/**
 * Running imports: a file arrives in chunks, is planned as a whole, and is written when the person
 * agrees. Until then nothing is written, and aborting at any point leaves nothing.
 */
import { fail, failField, ok, type Result } from '#shared/errors.ts'
import type { ImportOutcome, ImportPlan } from '#shared/ipc/transfer.ts'
import { defaultCurrency } from '#shared/rules/money.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import { change, type ActionContext } from '../actions/change.ts'
import type { ReferenceResolver } from './import/resolve-references.ts'
import type { ImportReader } from './import/parsed-lines.ts'
import { importedSubject, createdProjectIncrement } from './import/import-summary.ts'
import type { ImportIntent } from './import/import-intents.ts'
import type { PlannedImport } from './import/plan-import.ts'
import type { ImportOptions, ImportContext } from './import/import-context.ts'

interface Running {
  options: ImportOptions
  setting: ImportContext
  names: ReferenceResolver
  source: ImportReader
  planned: PlannedImport | null
  /** True from the moment at which writing begins. */
  isMade: boolean
  giveUp: AbortController
}

export interface ImportSessions {
  begin(setting: ImportContext, options: ImportOptions): Promise<Result<{ import: number }>>
  feed(number: number, text: string): Promise<Result<null>>
  plan(number: number): Promise<Result<ImportPlan>>
  apply(number: number): Promise<Result<ImportOutcome>>
  end(number: number): Result<null>
}

const mostAtOnce = 4
/** @param onProgress called with how many of how many lines of an import are written */
export function createImportSessions(
  onProgress: (number: number, done: number, of: number) => void,
): ImportSessions {
  const running = new Map<number, Running>()
  let last = 0

  const withOne = async <Value>(
    number: number,
    run: (one: Running) => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const one = running.get(number)
    return one ? run(one) : fail('not-found', 'This import has ended. Start again')
  }

  function end(number: number): Result<null> {
    running.get(number)?.giveUp.abort()
    running.delete(number)
    return ok(null)
  }

  return {
    async begin(setting, options) {
      const number = ++last
      const { context } = setting
      const { createReferenceResolver } = await import('./import/resolve-references.ts')
      const increment = options.increment ?? createdProjectIncrement
      const names = await createReferenceResolver(context.db, context.organisation, increment)
      const source = await sourceOf(options, context, names)
      const giveUp = new AbortController()
      running.set(number, { options, setting, names, source, planned: null, isMade: false, giveUp })
      for (const oldest of [...running.keys()].slice(0, -mostAtOnce)) end(oldest)
      return ok({ import: number })
    },

    feed: (number, text) =>
      withOne(number, async ({ source, setting }) => {
        // Parses in chunks, so that a large file does not block the event loop.
        for (let from = 0; from < text.length; from += pieceLength) {
          source.feed(text.slice(from, from + pieceLength))
          await setting.context.clock.sleep(0)
        }
        return ok(null)
      }),

    plan: (number) =>
      withOne(number, async (one) => {
        const problem = one.source.problem()
        if (problem !== undefined) return failField('file', problem)
        one.planned ??= await planned(one)
        const { previewImport } = await import('./import/preview-import.ts')
        return ok(
          await previewImport(
            one.setting,
            one.options,
            one.source,
            one.planned,
            await intentsOf(one),
          ),
        )
      }),

    apply: (number) =>
      withOne<ImportOutcome>(number, async (one) => {
        const { planned: plan, options, setting, giveUp, source } = one
        if (!plan) return fail('conflict', 'Preview the file first')
        if (one.isMade) return fail('conflict', 'This import is already running')
        const people = options.person === undefined ? source.people() : []
        if (people.length > 0) {
          return failField('person', 'The file has entries from {people}. Choose whose to import', {
            people: people.slice(0, 5).join(', '),
          })
        }
        const { times, expenses } = plan.count
        const of = times + expenses
        if (of === 0) {
          end(number)
          return ok({ change: null, times, expenses })
        }
        one.isMade = true
        const { writeImport } = await import('./import/write-import.ts')
        const intents = await intentsOf(one)
        const subject = importedSubject(times, expenses)
        const summary = sentence('Imported {subject} from {file}', { subject, file: options.name })
        const done = await change(setting.context, { action: 'import', summary }, async (tx) => {
          await writeImport(tx, setting.context, plan, intents, {
            progress: (made) => onProgress(number, made, of),
            signal: giveUp.signal,
            includeImported: options.again ?? false,
            currency: options.currency ?? defaultCurrency,
          })
          return { change: tx.change, times, expenses }
        })
        // Ends the import also when it failed: its names refer to records that were created and
        // then rolled back, so a retry has to begin again with the file.
        end(number)
        return done
      }),

    end,
  }
}

const pieceLength = 16 * 1024

async function sourceOf(
  options: ImportOptions,
  { clock }: ActionContext,
  { known }: ReferenceResolver,
): Promise<ImportReader> {
  const machine = { zone: clock.zone(), now: clock.now() }
  const { openImportReader } = await import('./import/open-reader.ts')
  return openImportReader(options, machine, known)
}

/** What each line of the file will become, parsed from its beginning. */
async function intentsOf({
  source,
  names,
  options,
  setting,
}: Running): Promise<Iterable<ImportIntent>> {
  const { toImportIntents } = await import('./import/import-intents.ts')
  return toImportIntents(source.readParsedLines(), names, {
    rounding: options.rounding ?? setting.rounding,
    increment: options.increment ?? createdProjectIncrement,
    currency: options.currency ?? defaultCurrency,
    start: options.start ?? setting.workBegins,
    keepsIncrements: setting.isLocal,
  })
}

async function planned(one: Running): Promise<PlannedImport> {
  const { planImport } = await import('./import/plan-import.ts')
  const { context, user } = one.setting
  const options = { again: one.options.again ?? false, user }
  return planImport(context, await intentsOf(one), options, one.giveUp.signal)
}
