/** Generates the man page, from the same texts as `--help`. */
import type { CommandSurface } from './command-surface.ts'

/** @param date `YYYY-MM-DD` for the page's footer */
export function manPage(surface: readonly CommandSurface[], version: string, date: string): string {
  const section = (title: string, ...lines: string[]) => [`.SH ${title}`, ...lines]
  return [
    `.TH STINT 1 "${date}" "Stint ${version}" "Stint"`,
    ...section('NAME', 'stint \\- time and expense tracking that works offline'),
    ...section('SYNOPSIS', '.B stint', '.I COMMAND', '[\\fIwords and flags\\fR]'),
    ...section(
      'DESCRIPTION',
      'Works on the same data as the app, which may be open at the same time. IDs are local.',
      'Use remote:ID for service IDs.',
    ),
    ...section(
      'OPTIONS',
      ...option('--home DIR', 'data folder'),
      ...option('--json', 'print one JSON document and nothing else'),
      ...option('--help', 'show help'),
      ...option('--version', 'show the version'),
    ),
    ...section('COMMANDS', ...surface.flatMap(commandLines)),
    ...section(
      'EXIT STATUS',
      ...option('0', 'done'),
      ...option('1', 'failed or partly failed'),
      ...option('2', 'wrong usage'),
      ...option('3', 'the service can\\(cqt be reached or sent a bad reply'),
      ...option('4', 'the database can\\(cqt be used'),
    ),
    ...section(
      'ENVIRONMENT',
      ...option('STINT_HOME', 'data folder, if --home isn\\(cqt given'),
      ...option('STINT_TOKEN', 'access token for \\(lqstint connect\\(rq'),
      ...option('STINT_LOG', '1 to write a log to standard error'),
    ),
    '',
  ].join('\n')
}

const option = (name: string, text: string): string[] => ['.TP', `.B ${escaped(name)}`, text]

const commandLines = ({ name, summary, help }: CommandSurface): string[] => [
  `.SS ${escaped(name)}`,
  `${escaped(summary)}`,
  '.PP',
  '.nf',
  ...help.split('\n').map(escaped),
  '.fi',
]

/**
 * Escapes text for roff, where a line that begins with a full stop or an apostrophe is a request.
 */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&')
