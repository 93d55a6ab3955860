import { programVersion } from '#core/node/program-folder.ts'
import { ok } from '#shared/errors.ts'
import type { Command } from '../command.ts'
import { readToday } from '../today.ts'
import { rejectArguments } from '../words.ts'

export const manCommand: Command = {
  help: `stint man

Print the man page, with all help in one place: stint man > ~/.local/share/man/man1/stint.1`,
  flags: {},
  async run({ words, commands, clock }) {
    const none = rejectArguments(words)
    if (!none.ok) return none
    const { manPage } = await import('../introspection/man-page.ts')
    const { describeCommands } = await import('../introspection/command-surface.ts')
    const text = manPage(await describeCommands(commands), programVersion(), readToday(clock))
    return ok({ json: { page: text }, text })
  },
}
