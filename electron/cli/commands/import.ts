import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { TextDecoder } from 'node:util'
import { ok, type Result } from '#shared/errors.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import {
  importFields,
  importSources,
  type ImportOutcome,
  type ImportField,
  type ImportPlan,
  type ImportSource,
} from '#shared/ipc/transfer.ts'
import { fileText } from '#shared/rules/file-text.ts'
import { headLength, detectImportSource } from '#shared/rules/import-source.ts'
import { isLocalAccount, withAccount, type CoreClient } from '../core-client.ts'
import type { CommandOutput, Command, CommandContext } from '../command.ts'
import { importPlanText } from '../import-text.ts'
import { runInterruptible } from '../interrupt.ts'
import { usualCurrencyHere } from '../local-defaults.ts'
import { choiceFlag } from '../date-range-flags.ts'
import { minuteFlag, numberFlag, textFlag } from '../parse-values.ts'
import { reject, rejectField, t } from '../language.ts'

export const importCommand: Command = {
  help: `stint import FILE [--from ${importSources.join('|')}]

Import another program’s export as one change that \`stint undo\` can revert. Importing a file again
adds nothing twice. Use - to read standard input.

  --from SOURCE      where it comes from (default: detect). toggl, clockify: the detailed report as
                     CSV; harvest: the detailed time or expense report as CSV; timewarrior: the
                     output of \`timew export\`, or a file in its data folder; csv: any table;
                     stint: JSON from \`stint export\`
  --dry-run          preview only; save nothing
  --person NAME      whose entries to import, if the file has several people
  --task NAME        task for entries without one
  --zone ZONE        time zone of the file (default: this computer’s)
  --dates ORDER      dmy, mdy, or ymd (default: detect)
  --decimal SIGN     point or comma, of the file’s numbers (default: detect)
  --rounding RULE    round durations up, nearest, or down (default: the account’s rule)
  --increment N      increment for new projects, in minutes (default: 1)
  --currency EUR     currency for new projects, price list items, and amounts without a project, if
                     the file doesn’t say; of several dollars or crowns, the one the file means
                     (default: that of the newest project, else of the country in LC_MONETARY or
                     LANG, else EUR)
  --start TIME       start of the first entry without a time of day, which the others follow
                     (default: the start of your work hours)
  --again            also import entries changed or deleted since an earlier import
  --columns LIST     csv: which column is what, like date=Day,duration=Hours; one of
                     ${importFields.slice(0, 8).join(', ')},
                     ${importFields.slice(8).join(', ')}

Projects, clients, and tasks are matched by code or name. New ones are created.`,
  flags: {
    from: { type: 'string' },
    'dry-run': { type: 'boolean' },
    person: { type: 'string' },
    task: { type: 'string' },
    zone: { type: 'string' },
    dates: { type: 'string' },
    decimal: { type: 'string' },
    rounding: { type: 'string' },
    increment: { type: 'string' },
    currency: { type: 'string' },
    start: { type: 'string' },
    again: { type: 'boolean' },
    columns: { type: 'string' },
  },
  run: (context) => withAccount(context, (client) => take(client, context)),
}

async function take(client: CoreClient, context: CommandContext): Promise<Result<CommandOutput>> {
  const [file, ...more] = context.words
  if (file === undefined || more.length > 0) {
    return reject('usage', 'Give one file: {example}', { example: 'stint import FILE' })
  }
  const options = await optionsOf(client, context, file)
  if (!options.ok) return options
  return runInterruptible((signal) =>
    readable(file, signal, async () => {
      const text = textOf(file, signal, context.progress)
      try {
        return await taken(client, context, options.value, text, signal)
      } finally {
        await text.return(undefined)
      }
    }),
  )
}

async function taken(
  client: CoreClient,
  context: CommandContext,
  options: Options,
  text: AsyncGenerator<string>,
  signal: AbortSignal,
): Promise<Result<CommandOutput>> {
  const head = await headOf(text)
  const from = options.from ?? detectImportSource(head)
  if (options.from === undefined) context.note(t('Read as --from {source}', { source: from }))
  const begun = await client.call('import.begin', { ...options, from })
  if (!begun.ok) return begun
  const number = { import: begun.value.import }
  signal.addEventListener('abort', () => void client.call('import.end', number))
  client.on((event) => {
    if (event.event !== 'import' || event.import !== number.import) return
    context.progress(t('Importing {count} of {total}', { count: event.done, total: event.of }))
  })
  const fed = await feed(client, number, head, text, signal)
  if (!fed.ok) return fed
  const plan = await client.call('import.preview', number)
  if (!plan.ok || context.flags['dry-run'] === true) {
    await client.call('import.end', number)
    return plan.ok ? answered(client, plan.value, null, context.width) : plan
  }
  const done = await client.call('import.apply', number)
  return done.ok ? answered(client, plan.value, done.value, context.width) : done
}

/** Lines that could not be imported make the exit code 1; the others were imported. */
async function answered(
  client: CoreClient,
  plan: ImportPlan,
  done: ImportOutcome | null,
  width: number,
): Promise<Result<CommandOutput>> {
  // A local account needs no project and no task.
  const shown = (await isLocalAccount(client)) ? { ...plan, drafts: 0 } : plan
  return ok({
    json: { ...plan, change: done?.change ?? null, made: done !== null },
    text: importPlanText(shown, done, width),
    ...(plan.badCount > 0 ? { exit: 1 as const } : {}),
  })
}

type Options = Omit<CallInput<'import.begin'>, 'from'> & { from: ImportSource | undefined }

async function optionsOf(
  client: CoreClient,
  context: CommandContext,
  file: string,
): Promise<Result<Options>> {
  const from = choiceFlag(context, 'from', importSources)
  if (!from.ok) return from
  const dates = choiceFlag(context, 'dates', ['dmy', 'mdy', 'ymd'])
  if (!dates.ok) return dates
  const decimal = choiceFlag(context, 'decimal', ['point', 'comma'])
  if (!decimal.ok) return decimal
  const rounding = choiceFlag(context, 'rounding', ['up', 'nearest', 'down'])
  if (!rounding.ok) return rounding
  const increment = numberFlag(context, 'increment')
  if (!increment.ok) return increment
  const named = textFlag(context, 'currency')
  const currency = named === undefined ? await usualCurrencyHere(client, context) : ok(named)
  if (!currency.ok) return currency
  const start = await minuteFlag(client, context, 'start')
  if (!start.ok) return start
  const columns = columnsOf(textFlag(context, 'columns'))
  if (!columns.ok) return columns
  return ok({
    from: from.value,
    name: file === '-' ? 'standard input' : basename(file),
    dates: dates.value,
    decimal: decimal.value,
    rounding: rounding.value,
    increment: increment.value,
    start: start.value,
    columns: columns.value,
    again: context.flags['again'] === true,
    currency: currency.value,
    person: textFlag(context, 'person'),
    task: textFlag(context, 'task'),
    zone: textFlag(context, 'zone'),
  })
}

/** Parses `date=Day,duration=Hours`. */
function columnsOf(
  text: string | undefined,
): Result<Partial<Record<ImportField, string>> | undefined> {
  if (text === undefined) return ok(undefined)
  const columns: Partial<Record<ImportField, string>> = {}
  for (const pair of text.split(',')) {
    const [name = '', ...rest] = pair.split('=')
    const field = importFields.find((one) => one === name.trim())
    if (field === undefined || rest.length === 0) {
      return rejectField(
        'columns',
        '--columns needs pairs like date=Day,duration=Hours. The first of each is one of {choices}',
        { choices: importFields.join(', ') },
      )
    }
    columns[field] = rest.join('=').trim()
  }
  return ok(columns)
}

const stopped = () => reject('conflict', 'Stopped. Nothing was imported')

/** Reads the file as text, chunk by chunk. */
async function* textOf(
  file: string,
  signal: AbortSignal,
  progress: (text: string) => void,
): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : (await open(file)).createReadStream()
  // No timeout: a program that writes into a pipe may pause for any time.
  signal.addEventListener('abort', () => stream.destroy())
  const text = fileText(TextDecoder)
  let size = 0
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    size += bytes.length
    progress(
      t('Reading {file}: {size} KB', { file: basename(file), size: Math.round(size / 1024) }),
    )
    yield text(bytes, false)
  }
  yield text(new Uint8Array(), true)
}

/** Reads as much of the text as is needed to recognize the program that wrote it. */
async function headOf(text: AsyncGenerator<string>): Promise<string> {
  let head = ''
  while (head.length < headLength) {
    const { value, done } = await text.next()
    if (done) break
    head += value
  }
  return head
}

async function feed(
  client: CoreClient,
  number: { import: number },
  head: string,
  rest: AsyncGenerator<string>,
  signal: AbortSignal,
): Promise<Result<null>> {
  let fed = await client.call('import.append', { ...number, text: head })
  for await (const text of rest) {
    if (!fed.ok || signal.aborted) break
    fed = await client.call('import.append', { ...number, text })
  }
  return signal.aborted ? stopped() : fed
}

/** Runs what reads the file; an unreadable file becomes a failure that names it. */
async function readable<Value>(
  file: string,
  signal: AbortSignal,
  run: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    return await run()
  } catch (reason) {
    if (signal.aborted) return stopped()
    const { code } = reason as NodeJS.ErrnoException
    if (code === undefined) throw reason
    return rejectField('file', 'Can’t read {file} ({code}). Use another file', { file, code })
  }
}
