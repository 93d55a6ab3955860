/**
 * Generates shell completions. Each script contains all words, so that pressing Tab starts no
 * program; a script of an older version completes that version's words.
 */
import { globalFlags, type CommandSurface, type FlagSpec } from './command-surface.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

export function completionFor(shell: Shell, surface: readonly CommandSurface[]): string {
  switch (shell) {
    case 'bash':
      return bash(surface)
    case 'zsh':
      return zsh(surface)
    case 'fish':
      return fish(surface)
  }
}

const dashed = (flags: readonly FlagSpec[]): string[] => flags.map(({ name }) => `--${name}`)

/** Returns the words that may follow a command and its verb; '' while there is no verb. */
function wordsAfter({ verbs, flags, flagsOf }: CommandSurface, verb: string): string[] {
  const own =
    verb === '' || !Object.hasOwn(flagsOf, verb) ? dashed(flags) : dashedNames(flagsOf[verb]!)
  return [...(verb === '' ? verbs : []), ...own, ...dashed(globalFlags)]
}

const dashedNames = (names: readonly string[]): string[] => names.map((name) => `--${name}`)

/** Returns the branches of a `case` on command and verb, the same in bash and zsh. */
function cases(surface: readonly CommandSurface[]): string {
  const branches = surface.flatMap((command) => [
    ...Object.keys(command.flagsOf).map(
      (verb) => `    '${command.name} ${verb}') words='${wordsAfter(command, verb).join(' ')}' ;;`,
    ),
    `    '${command.name} ') words='${wordsAfter(command, '').join(' ')}' ;;`,
    `    '${command.name} '*) words='${[...dashed(command.flags), ...dashed(globalFlags)].join(' ')}' ;;`,
  ])
  const first = [...surface.map(({ name }) => name), ...dashed(globalFlags), '--version']
  return [`    ' ') words='${first.join(' ')}' ;;`, ...branches].join('\n')
}

/** Returns the flags whose value is the next word: it is neither a command nor a verb. */
function valued(surface: readonly CommandSurface[]): string {
  const flags = [...globalFlags, ...surface.flatMap(({ flags }) => flags)]
  const names = flags.filter(({ takesValue }) => takesValue).map(({ name }) => `--${name}`)
  return [...new Set(names)].join('|')
}

const bash = (
  surface: readonly CommandSurface[],
): string => `# Completion of stint for bash: source <(stint completion bash)
_stint() {
  local command='' verb='' words='' word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in
      ${valued(surface)}) ((index++)) ;;
      -*) ;;
      *) if [[ -z $command ]]; then command="$word"; elif [[ -z $verb ]]; then verb="$word"; fi ;;
    esac
  done
  case "$command $verb" in
${cases(surface)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _stint stint
`

const zsh = (surface: readonly CommandSurface[]): string => `#compdef stint
# Completion of stint for zsh: stint completion zsh > a folder of $fpath, as _stint
_stint() {
  local command='' verb='' words_='' word
  integer index
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    case "$word" in
      ${valued(surface)}) ((index++)) ;;
      -*) ;;
      *) if [[ -z $command ]]; then command="$word"; elif [[ -z $verb ]]; then verb="$word"; fi ;;
    esac
  done
  case "$command $verb" in
${cases(surface).replaceAll(" words='", " words_='")}
  esac
  compadd -- \${=words_}
  [[ -n $command ]] && _files
}
if [[ $funcstack[1] = _stint ]]; then _stint "$@"; else compdef _stint stint; fi
`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fish(surface: readonly CommandSurface[]): string {
  const lines = surface.flatMap(({ name, summary, verbs, flags, flagsOf }) => {
    const isHere = `__fish_seen_subcommand_from ${name}`
    const noVerb =
      verbs.length > 0 ? `; and not __fish_seen_subcommand_from ${verbs.join(' ')}` : ''
    const option = ({ name: flag, takesValue }: FlagSpec) => {
      const takers = Object.entries(flagsOf).flatMap(([verb, own]) =>
        own.includes(flag) ? [verb] : [],
      )
      const isTaken =
        takers.length > 0 ? `; and __fish_seen_subcommand_from ${takers.join(' ')}` : ''
      return `complete -c stint -n '${isHere}${isTaken}' -l ${flag}${takesValue ? ' -r' : ''}`
    }
    return [
      `complete -c stint -n __stint_no_command -f -a ${name} -d ${quoted(summary)}`,
      ...(verbs.length > 0
        ? [`complete -c stint -n '${isHere}${noVerb}' -f -a '${verbs.join(' ')}'`]
        : []),
      ...flags.map(option),
    ]
  })
  const everywhere = globalFlags.map(
    ({ name, takesValue }) => `complete -c stint -l ${name}${takesValue ? ' -r' : ''}`,
  )
  return `# Completion of stint for fish: stint completion fish > ~/.config/fish/completions/stint.fish
function __stint_no_command
  set -l isValue 0
  for word in (commandline -opc)[2..]
    if test $isValue = 1
      set isValue 0
      continue
    end
    switch $word
      case ${valued(surface).replaceAll('|', ' ')}
        set isValue 1
      case '-*'
      case '*'
        return 1
    end
  end
end
${[...everywhere, ...lines].join('\n')}
`
}
