import type { AST, Rule } from 'eslint'

/**
 * British spellings. `organisation` isn't among them: the specification, the tables, and the
 * commands spell it so, and so does the code.
 */
export const britishSpelling =
  /(?:author|initial|minim|normal|optim|recogn|serial|summar|synchron)is(?:e|ing|ation)|analys(?:e\b|ed|ing)|behaviour|cancelled|catalogue|(?<![a-z])cent(?:re|ring)|colour|favour|fulfil(?:s|\b)|(?<![a-z])grey|labell(?:ed(?!by)|ing)|licence|misspelt|neighbour|traveller|tunnelling/i

/** Whether it is the callee of a test, like `it`, `it.each(…)`, or `describe.skip`. */
function isTest(callee: Rule.Node): boolean {
  if (callee.type === 'CallExpression') return isTest(callee.callee as Rule.Node)
  if (callee.type === 'MemberExpression') return isTest(callee.object as Rule.Node)
  return callee.type === 'Identifier' && ['describe', 'it', 'test'].includes(callee.name)
}

/** Checks names, comments, and the titles of tests, which may quote others. Texts may be data. */
export const americanSpelling: Rule.RuleModule = {
  create(context) {
    function check(text: string, loc: AST.SourceLocation | null | undefined): void {
      const found = britishSpelling.exec(text)
      if (found && loc) context.report({ loc, message: `Spell “${found[0]}” as Americans do.` })
    }
    return {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments()) check(value, loc)
      },
      Identifier({ name, loc }) {
        check(name, loc)
      },
      CallExpression({ callee, arguments: [title] }) {
        if (title?.type === 'Literal' && typeof title.value === 'string')
          if (isTest(callee as Rule.Node)) check(title.value.replaceAll(/“[^”]*”/g, ''), title.loc)
      },
    }
  },
}
