/**
 * Compiles messages to functions, which vue-i18n accepts as they are: `{name}` is a value, `{'@'}`
 * is the literal text between the quotes, ` | ` separates plural forms. Vue-i18n's own compiler
 * does much more than is needed, so leaving it out keeps the first load small.
 */

/** The context that vue-i18n passes to a message function, for text or for component nodes. */
interface Saying {
  named(key: string): unknown
  interpolate(value: unknown): unknown
  normalize(parts: unknown[]): unknown
  plural(forms: unknown[]): unknown
}
type Said = (saying: Saying) => unknown

/** The tree of messages with a function in place of each text. */
export interface CompiledMessages {
  [key: string]: Said | CompiledMessages
}

const placeholder = /(\{(?:'[^']*'|\w+)\})/

/** Splits a form of a message into its parts: texts, and functions of the values. */
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

/** Compiles a message on first use. */
function compiled(message: string): Said {
  let said: Said | undefined
  return (saying) => (said ??= read(message))(saying)
}

/** @param tree texts, and trees of them */
export const compileMessages = (tree: object): CompiledMessages =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? compiled(value) : compileMessages(value as object),
    ]),
  )
