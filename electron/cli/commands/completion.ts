import { ok } from '#shared/errors.ts'
import type { Command } from '../command.ts'
import { shells } from '../introspection/completion.ts'
import { reject } from '../language.ts'

export const completionCommand: Command = {
  help: `stint completion bash|zsh|fish

Print completions of commands, verbs, and flags:

  bash  source <(stint completion bash)                     in ~/.bashrc
  zsh   stint completion zsh > _stint                       into a folder of $fpath
  fish  stint completion fish > ~/.config/fish/completions/stint.fish`,
  flags: {},
  async run({ words, commands }) {
    const [name, ...more] = words
    const shell = shells.find((one) => one === name)
    if (shell === undefined || more.length > 0) {
      return reject('usage', 'Choose one: {choices}, or {last}', {
        choices: '`stint completion bash`, zsh',
        last: 'fish',
      })
    }
    const { completionFor } = await import('../introspection/completion.ts')
    const { describeCommands } = await import('../introspection/command-surface.ts')
    const text = completionFor(shell, await describeCommands(commands))
    return ok({ json: { shell, script: text }, text })
  },
}
