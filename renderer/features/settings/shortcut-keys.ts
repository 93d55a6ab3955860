/** Keys that are to work in every program, as the core keeps them: `Ctrl+Alt+T`. */

const named: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
}
const allowed =
  /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space|Tab|Enter|Up|Down|Left|Right|Home|End|PageUp|PageDown|Insert|Delete|Plus|[,.;/\\[\]=`'-])$/

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>

/** The key itself, without what is held down with it. */
function keyOf({ key, code }: Pressed): string | undefined {
  const name = named[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  if (allowed.test(name)) return name
  // Alt and Shift can make another character of a key: then its place on the keyboard counts.
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]
}

/**
 * What was pressed, or undefined while it is no shortcut yet: only modifiers, or none but Shift,
 * which would take a letter away from every program.
 */
export function shortcutOf(pressed: Pressed, onMac: boolean): string | undefined {
  const key = keyOf(pressed)
  const { ctrlKey, altKey, shiftKey, metaKey } = pressed
  if (key === undefined || !(ctrlKey || altKey || metaKey)) return undefined
  return [
    ...(ctrlKey ? ['Ctrl'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
    ...(metaKey ? [onMac ? 'Cmd' : 'Super'] : []),
    key,
  ].join('+')
}

const onMacNames: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Cmd: '⌘' }

/** The keys one by one, as caps show them. */
export const capsOf = (shortcut: string, onMac: boolean): string[] =>
  shortcut.split('+').map((key) => (onMac ? (onMacNames[key] ?? key) : key))
