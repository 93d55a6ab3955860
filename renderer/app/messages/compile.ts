/**
 * Messages as functions, which vue-i18n takes as they are: `{name}` is a value, `{'@'}` the text
 * between the quotes, ` | ` stands between plural forms. Its own compiler, which reads a lot more
 * than is used here, stays out of the first load.
 */

/** What vue-i18n hands to a message when it is said: for a text, or for nodes with components. */
interface Saying {
  named(key: string): unknown
  interpolate(value: unknown): unknown
  normalize(parts: unknown[]): unknown
  plural(forms: unknown[]): unknown
}
type Said = (saying: Saying) => unknown

/** The tree of messages with a function in place of each text. */
export interface Compiled {
  [key: string]: Said | Compiled
}

const placeholder = /(\{(?:'[^']*'|\w+)\})/

/** A form of a message as its parts: texts, and functions of the values. */
const partsOf = (form: string): (string | Said)[] =>
  form.split(placeholder).map((part, index) => {
    if (index % 2 === 0) return part
    const name = part.slice(1, -1)
    if (name.startsWith("'")) return name.slice(1, -1)
    return ({ interpolate, named }) => interpolate(named(name))
  })

function read(message: string): Said {
  const forms = message.split(' | ').map((form): Said => {
    const parts = partsOf(form)
    return (saying) =>
      saying.normalize(parts.map((part) => (typeof part === 'string' ? part : part(saying))))
  })
  return forms.length === 1
    ? forms[0]!
    : (saying) => saying.plural(forms.map((form) => form(saying)))
}

/** Each message is read when it is first said. */
function compiled(message: string): Said {
  let said: Said | undefined
  return (saying) => (said ??= read(message))(saying)
}

/** @param tree texts, and trees of them */
export const compile = (tree: object): Compiled =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? compiled(value) : compile(value as object),
    ]),
  )
