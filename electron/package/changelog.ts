/** Reads from CHANGELOG.md what is new in a version. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tree.ts'

/**
 * Returns the section of a version as Markdown, without its heading. Throws where there is none, so
 * that nothing is released without notes.
 *
 * @param version the first word of the heading
 */
export function releaseNotes(
  version: string,
  changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
): string {
  const [, ...sections] = changelog.replaceAll('\r\n', '\n').split(/^## /m)
  const texts = new Map(
    sections.map((section) => {
      const [heading, ...lines] = section.split('\n')
      return [heading!.split(' ', 1)[0]!, lines.join('\n').trim()]
    }),
  )
  const text = texts.get(version)
  if (text === undefined) {
    throw new Error(
      `CHANGELOG.md has no section “## ${version}”. Add it above the changes of this version, or choose another one with --version: ${[...texts.keys()].join(', ')}.`,
    )
  }
  if (text === '') {
    throw new Error(`The section “## ${version}” of CHANGELOG.md is empty. Say what changed.`)
  }
  return text
}

/** Returns Markdown as the plain text that Settings shows line by line. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^#+ /gm, '')
    .replaceAll(/^- /gm, '• ')
    .replaceAll(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^[\]]+)\]\([^()]+\)/g, '$1$2$3')
