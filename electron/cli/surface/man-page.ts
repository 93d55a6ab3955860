/** The man page, from the same texts as `--help`. */
import type { CommandSurface } from './surface.ts'

/** @param date `YYYY-MM-DD` that stands in the page's foot */
export function manPage(surface: readonly CommandSurface[], version: string, date: string): string {
  const section = (title: string, ...lines: string[]) => [`.SH ${title}`, ...lines]
  return [
    `.TH STINT 1 "${date}" "Stint ${version}" "Stint"`,
    ...section('NAME', 'stint \\- time and expense tracking that works offline'),
    ...section('SYNOPSIS', '.B stint', '.I COMMAND', '[\\fIwords and flags\\fR]'),
    ...section(
      'DESCRIPTION',
      'Works on the same data as the app, which may be open meanwhile. Ids are those of this machine;',
      'remote:ID names a record by the service\\(aqs.',
    ),
    ...section(
      'OPTIONS',
      ...option('--home DIR', 'the data folder'),
      ...option('--json', 'one JSON document on standard output, nothing else'),
      ...option('--help', 'what a command takes'),
      ...option('--version', 'which version this is'),
    ),
    ...section('COMMANDS', ...surface.flatMap(commandLines)),
    ...section(
      'EXIT STATUS',
      ...option('0', 'done'),
      ...option('1', 'refused, or not all of it was possible'),
      ...option('2', 'called in a way that the command does not know'),
      ...option('3', 'the service cannot be reached or answers strangely'),
      ...option('4', 'the database cannot be used'),
    ),
    ...section(
      'ENVIRONMENT',
      ...option('STINT_HOME', 'the data folder, where --home names none'),
      ...option('STINT_TOKEN', 'the access token for \\(lqstint connect\\(rq'),
      ...option('STINT_LOG', '1 writes a log to standard error'),
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

/** Text as roff has to have it: a line that begins with a point or an apostrophe would be a request. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&')
