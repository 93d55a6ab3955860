import { fstatSync, writeFileSync } from 'node:fs'
import type { FieldTexts, Failure } from '#shared/errors.ts'
import type { CommandOutput } from './command.ts'
import { t } from './language.ts'
import { toSingleLine, truncateToWidth, withoutControls } from './terminal-table.ts'

export interface Printer {
  readonly width: number
  answer(answer: CommandOutput): void
  failure(failure: Failure): void
  note(text: string): void
  progress(text: string): void
  trace(reason: unknown): void
}

/**
 * Prints one JSON document on standard output for scripts, in every case; text for people. No text
 * can control the terminal, also where it quotes a service or a record.
 */
export function createPrinter(json: boolean): Printer {
  reportLostOutput()
  let isDrawn = false
  /** Removes the progress line. */
  const clear = () => {
    if (isDrawn) process.stderr.write('\r\u001B[K')
    isDrawn = false
  }
  process.once('exit', clear)
  const document = (value: unknown) => void writeOut(`${JSON.stringify(value)}\n`)
  const line = (text: string) => withoutControls(text.endsWith('\n') ? text : `${text}\n`)

  return {
    width: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
    answer(answer) {
      clear()
      if (json) document(answer.json)
      else void writeOut(line(answer.text))
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
      const shown = truncateToWidth(toSingleLine(text), (process.stderr.columns || 80) - 1)
      process.stderr.write(`\r${shown}\u001B[K`)
      isDrawn = true
    },
    trace(reason) {
      if (process.env['STINT_LOG'])
        process.stderr.write(line(String((reason as Error).stack ?? reason)))
    },
  }
}

/**
 * Writes to standard output, to a terminal without control characters. Resolves to true when all of
 * it has been taken; to false when the reader has closed the pipe, or the disk is full.
 */
export function writeOut(text: string | Uint8Array): Promise<boolean> {
  if (isRegularFile(process.stdout.fd)) {
    // The stream takes what fits on a full disk for everything.
    try {
      writeFileSync(process.stdout.fd, text)
      return Promise.resolve(true)
    } catch (reason) {
      process.stdout.emit('error', reason)
      return Promise.resolve(false)
    }
  }
  const isShown = process.stdout.isTTY && typeof text === 'string'
  const shown = isShown ? withoutControls(text) : text
  return new Promise((resolve) => process.stdout.write(shown, (lost) => resolve(!lost)))
}

function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}

/**
 * Says once that standard output could not be written, and lets a command that was done end with 1.
 * A reader that stops reading (`stint times list | head`) is no problem. A full standard error
 * can't be reported anywhere.
 */
function reportLostOutput(): void {
  process.stderr.on('error', () => undefined)
  let isTold = false
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isTold) return
    isTold = true
    const why = code === 'ENOSPC' ? t('the disk is full') : String(code)
    const text = t('Can’t write to standard output: {why}. The output is incomplete', { why })
    process.stderr.write(`${text}\n`)
    process.once('exit', () => {
      process.exitCode ||= 1
    })
  })
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
