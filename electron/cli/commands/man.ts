import { programVersion } from '#core/node/program-folder.ts'
import { ok } from '#shared/errors.ts'
import type { Command } from '../command.ts'
import { today } from '../today.ts'
import { noWords } from '../parse-values.ts'

export const man: Command = {
  help: `stint man

Print the man page, with all help in one place: stint man > ~/.local/share/man/man1/stint.1`,
  flags: {},
  async run({ words, commands, clock }) {
    const none = noWords(words)
    if (!none.ok) return none
    const { manPage } = await import('../introspection/man-page.ts')
    const { readSurface } = await import('../introspection/command-surface.ts')
    const text = manPage(await readSurface(commands), programVersion(), today(clock))
    return ok({ json: { page: text }, text })
  },
}
