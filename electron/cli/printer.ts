import type { FieldTexts, Failure } from '#shared/errors.ts'
import type { CommandOutput } from './command.ts'
import { truncateToWidth } from './terminal-table.ts'

export interface Printer {
  readonly width: number
  answer(answer: CommandOutput): void
  failure(failure: Failure): void
  note(text: string): void
  progress(text: string): void
  trace(reason: unknown): void
}

/** Prints one JSON document on standard output for scripts, in every case; text for people. */
export function createPrinter(json: boolean): Printer {
  // The reader may stop reading: `stint times list | head`.
  process.stdout.on('error', (reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'EPIPE') throw reason
  })
  let isDrawn = false
  /** Removes the progress line. */
  const clear = () => {
    if (isDrawn) process.stderr.write('\r\u001B[K')
    isDrawn = false
  }
  process.once('exit', clear)
  const document = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
  const line = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

  return {
    width: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
    answer(answer) {
      clear()
      if (json) document(answer.json)
      else process.stdout.write(line(answer.text))
    },
    failure({ code, message, fields }) {
      clear()
      if (json) {
        document({ error: fields ? { code, message, fields } : { code, message } })
        return
      }
      process.stderr.write(line(failureText(message, fields)))
    },
    note(text) {
      clear()
      if (!json) process.stderr.write(line(text))
    },
    progress(text) {
      if (json || !process.stderr.isTTY) return
      // The last column stays free: a terminal would continue on the next line.
      process.stderr.write(`\r${truncateToWidth(text, (process.stderr.columns || 80) - 1)}\u001B[K`)
      isDrawn = true
    },
    trace(reason) {
      if (process.env['STINT_LOG'])
        process.stderr.write(line(String((reason as Error).stack ?? reason)))
    },
  }
}

/**
 * Formats a failure for people: each text with the name of its field, unless the text itself has
 * it.
 */
function failureText(message: string, fields: FieldTexts = {}): string {
  // Scripts find an organization under both spellings; people read of it once.
  const { organisation, ...others } = fields
  const told = 'organization' in others || !organisation ? others : fields
  const texts = Object.entries(told).flatMap(([field, list]) =>
    list.map((text) => ({
      text,
      line: text.startsWith(`--${field} `) ? text : `${field}: ${text}`,
    })),
  )
  const isTold = texts.some(({ text }) => text === message)
  return [...(isTold ? [] : [message]), ...texts.map(({ line }) => line)].join('\n')
}
