/** Converts key presses to global shortcuts as the core stores them: `Ctrl+Alt+T`. */

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

/** The key itself, without modifiers. */
function keyOf({ key, code }: Pressed): string | undefined {
  const name = named[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  if (allowed.test(name)) return name
  // Alt and Shift can change a key's character: then its position on the keyboard counts.
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]
}

/**
 * Returns the pressed shortcut. Undefined while there are only modifiers, or none but Shift, which
 * would take a letter away from every program.
 */
export function readPressedShortcut(pressed: Pressed, onMac: boolean): string | undefined {
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

/** The keys of a shortcut, one by one, as key caps show them. */
export const keyCapsOf = (shortcut: string, onMac: boolean): string[] =>
  shortcut.split('+').map((key) => (onMac ? (onMacNames[key] ?? key) : key))
