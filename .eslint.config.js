import { defineConfig } from 'eslint/config'
import accessibility from 'eslint-plugin-vuejs-accessibility'
import regexp from 'eslint-plugin-regexp'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'
import { americanSpelling } from './test/support/american-spelling.ts'
import { bannedPhrases } from './test/support/banned-phrases.ts'

const usePorts = 'Use the Clock, Random or Http that was handed in (electron/core/ports.ts).'

/**
 * The wall clock is read in one place a program, which a test can set: electron/core/node/clock.ts
 * (by STINT_NOW) and, in a page, renderer/app/stores/clock.ts.
 */
const wallClock = (message) => ({
  properties: [
    { object: 'Date', property: 'now', message },
    { object: 'Temporal', property: 'Now', message },
  ],
  syntax: [
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message },
    { selector: 'CallExpression[callee.name="Date"]', message },
  ],
})
const databaseClock = {
  selector: String.raw`TemplateElement[value.raw=/\bcurrent_(date|time|timestamp)\b|'now'|\bnow\(\)/i]`,
  message: 'Give the moment as a value: the clock of the database is another one.',
}

/** Arguments are on the stack, which some 120,000 of them exceed. */
const spreadExtremes = {
  selector:
    'CallExpression[callee.object.name="Math"][callee.property.name=/^(min|max)$/] > SpreadElement',
  message: 'A long list exceeds the stack: minimum() or maximum() of shared/rules/extremes.ts.',
}
const spreadPush = {
  selector: 'CallExpression[callee.property.name=/^(push|unshift|splice|concat)$/] > SpreadElement',
  message: 'A long list exceeds the stack: push its elements in a loop.',
}
/** Only texts that Stint itself wrote, and constants, are parsed without counting. */
const parsedAsIs = {
  selector:
    'MemberExpression[object.name="JSON"]:matches([property.name="parse"], [property.value="parse"])',
  message: 'Deep nesting holds the thread: parseJson() of shared/rules/parse-json.ts.',
}
const parsedOwn = (rules) => rules.filter((rule) => rule !== parsedAsIs)

const useUnfinished =
  'Others may have put a file or a link there: replaceFile(), beginFile() or beginDatabase() of core/unfinished-file.ts, or writeNamedFile().'
const openFile =
  'CallExpression:matches([callee.name=/^open(Sync)?$/], [callee.property.name=/^open(Sync)?$/])'
const fileModule = String.raw`[value=/^(node:)?fs(\/promises)?$/]`
/** Files are opened to be read, or created where there is none (`wx`). */
const openedToWrite = {
  selector: [
    String.raw`${openFile} > Literal[value=/^(as?\+?|w\+?|rs?\+)$/]`,
    String.raw`${openFile}[arguments.1.raw=/^\d/]`,
    'Identifier[name=/^O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)$/]',
    // Whatever it is called there.
    `ImportExpression > Literal${fileModule}`,
    `CallExpression[callee.property.name="getBuiltinModule"] > Literal${fileModule}`,
  ].join(', '),
  message: useUnfinished,
}
const writingInScript = {
  selector:
    'CallExpression[callee.property.name=/^(appendFile|copyFile|cp|createWriteStream|truncate|writeFile)(Sync)?$/]',
  message: useUnfinished,
}
const writingByPath = ['fs', 'node:fs', 'fs/promises', 'node:fs/promises'].map((name) => ({
  name,
  importNames: [
    'default',
    'promises',
    'appendFile',
    'appendFileSync',
    'copyFile',
    'copyFileSync',
    'cp',
    'cpSync',
    'createWriteStream',
    'truncate',
    'truncateSync',
    'writeFile',
    'writeFileSync',
  ],
  message: useUnfinished,
}))
/** A spread says that something comes from elsewhere. */
const spreadLiteral = {
  selector: 'SpreadElement > :matches(ArrayExpression, ObjectExpression)',
  message: 'Write its elements out: a literal is not spread to save lines.',
}
/** What texts, lists and folders of others would make dangerous. */
const boundless = [openedToWrite, parsedAsIs, spreadExtremes, spreadPush]

const oneClock = wallClock(
  'Read the Clock that was handed in, or the clock store of a page; for durations, performance.now().',
)
const testClock = wallClock(
  'A test plays on the day that it names: playAt() of test/support/test-day.ts has its clock. For durations, performance.now().',
)
const noWallClock = {
  'no-restricted-properties': ['error', ...oneClock.properties],
  'no-restricted-syntax': ['error', ...oneClock.syntax, databaseClock, spreadLiteral, ...boundless],
}

/** What the gate plays is fixed in its files; `npm run explore` draws. */
const drawn = 'A seed or a size is fixed in the file; `npm run explore` draws others.'
const fixed = {
  properties: [{ object: 'Math', property: 'random', message: drawn }],
  syntax: [
    ...['property.name', 'property.value'].map((name) => ({
      selector: `MemberExpression[object.object.name="process"][object.property.name="env"][${name}=/(^CI$|SEED|RUNS|COMMANDS|OPERATIONS|STEPS|TIMES|MINUTES|WORLDS)/]`,
      message: drawn,
    })),
    ...['callee.name', 'callee.property.name'].map((name) => ({
      selector: `CallExpression[${name}=/^(configureGlobal|randomInt|randomBytes)$/]`,
      message: drawn,
    })),
  ],
}

/** @param forbidden properties and syntax, beside what no test may do */
const testRules = (...forbidden) => ({
  'no-restricted-properties': ['error', ...forbidden.flatMap(({ properties }) => properties)],
  'no-restricted-syntax': [
    'error',
    {
      selector: 'MemberExpression[property.name=/^(skipIf|runIf|todo)$/]',
      message: 'Say why: needs() of test/support/needs.ts, or skip(when, why) in the test.',
    },
    {
      selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name="skip"]',
      message: 'Say why: skip(true, why) in the test.',
    },
    {
      selector: 'NewExpression[callee.name="Worker"]:not(:has(Property[key.name="eval"]))',
      message: 'A thread that reads TypeScript can end the process: fork() one instead.',
    },
    {
      selector: 'MemberExpression[object.name="vi"][property.name=/^wait(For|Until)$/]',
      message: 'It gives up after a second: until() of test/support/until.ts.',
    },
    ...forbidden.flatMap(({ syntax }) => syntax),
  ],
})

const electronOnlyInHost = {
  name: 'electron',
  message: 'Only electron/main and electron/preload know Electron.',
}

/** core/store/database/sqlite-file.ts opens files so that nothing in them is trusted. */
const openedAsIs = {
  selector: 'NewExpression[callee.name="Sqlite"]',
  message: 'Open the file with core/store/database/sqlite-file.ts, which trusts nothing in it.',
}

const hiddenSyntax = [
  ...wallClock(usePorts).syntax,
  databaseClock,
  openedAsIs,
  spreadLiteral,
  ...boundless,
]
const hiddenInputs = {
  'no-restricted-globals': [
    'error',
    ...[
      'setTimeout',
      'setInterval',
      'setImmediate',
      'fetch',
      'crypto',
      'performance',
      'WebSocket',
    ].map((name) => ({ name, message: usePorts })),
  ],
  'no-restricted-properties': [
    'error',
    ...wallClock(usePorts).properties,
    { object: 'Math', property: 'random', message: usePorts },
    ...['setTimeout', 'setInterval', 'fetch', 'crypto', 'performance'].map((property) => ({
      object: 'globalThis',
      property,
      message: usePorts,
    })),
  ],
  'no-restricted-syntax': ['error', ...hiddenSyntax],
}

const hiddenModules = [
  'crypto',
  'http',
  'https',
  'timers',
  'timers/promises',
  'perf_hooks',
].flatMap((name) => [name, `node:${name}`].map((name) => ({ name, message: usePorts })))

/** ESLint's own rules for code that cannot mean what it says. */
const certainMistakes = Object.fromEntries(
  [
    'for-direction',
    'no-async-promise-executor',
    'no-case-declarations',
    'no-compare-neg-zero',
    'no-cond-assign',
    'no-constant-binary-expression',
    'no-constant-condition',
    'no-control-regex',
    'no-debugger',
    'no-dupe-else-if',
    'no-duplicate-case',
    'no-empty',
    'no-empty-character-class',
    'no-empty-pattern',
    'no-fallthrough',
    'no-irregular-whitespace',
    'no-loss-of-precision',
    'no-misleading-character-class',
    'no-self-assign',
    'no-self-compare',
    'no-sparse-arrays',
    'no-template-curly-in-string',
    'no-unmodified-loop-condition',
    'no-unreachable-loop',
    'no-unsafe-finally',
    'no-unsafe-optional-chaining',
    'no-useless-backreference',
    'no-useless-escape',
    'require-yield',
    'use-isnan',
  ].map((rule) => [rule, 'error']),
)

/** Rules that need types and earn their seconds: mistakes that no test of a happy path shows. */
const typeAware = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/return-await': ['error', 'in-try-catch'],
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true },
  ],
}

/** Comments use none of the banned phrases. Say first what the code does, then why. */
const plainComments = {
  'no-warning-comments': ['error', { terms: bannedPhrases, location: 'anywhere' }],
}

/** Words that a name outside its file does without, since the field has another for each of them. */
const banned =
  'anew|asked|away|beside|beyond|custody|desk|doing|found|given|gone|heard|kept|lately|mine|mirror|piece|place|rank|ranks|rest|said|say|sight|slots|standing|stands|stood|stretch|stretches|tell|telling|theirs|told|took|trouble|twin|twins|walk|words|whatever|whoever|whose'
/** Those of them that no name uses, wherever it is declared. */
const bannedAnywhere =
  'anew|custody|desk|doing|lately|sight|stood|telling|took|twins|whatever|whoever'
/** Those of them that no name in sync uses. */
const bannedInSync = 'mine|said|stands|stood|stretch|stretches|theirs|went'
const without = (words) => {
  const humps = words.replaceAll(/(^|\|)./g, (start) => start.toUpperCase())
  return {
    format: null,
    custom: {
      regex: `(?<![nN]ot)(?:^(?:${words})|(?<=[a-z0-9])(?:${humps}))(?![a-z])`,
      match: false,
    },
  }
}
const declared = ['variable', 'function', 'class', 'typeLike']
/** @param anywhere words that no name in these files uses */
const plainNames = (anywhere) => ({
  '@typescript-eslint/naming-convention': [
    'error',
    { selector: declared, modifiers: ['exported'], ...without(banned) },
    { selector: [...declared, 'parameter', 'method'], ...without(anywhere) },
  ],
})

export default defineConfig(
  {
    ignores: [
      'node_modules/',
      'out/',
      'coverage/',
      'test-results/',
      '.stint/',
      // The configuration of the build while that loads it.
      'electron.vite.config.ts.*.mjs',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    files: ['**/*.{js,cjs,ts,vue}'],
    extends: [ts.configs.recommended],
    rules: {
      ...certainMistakes,
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', spreadLiteral],
      'no-restricted-imports': ['error', { paths: [electronOnlyInHost] }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    // These run on a Node that may be too old for anything newer.
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },

  {
    files: ['{shared,electron,renderer,test}/**/*.{ts,vue}'],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: typeAware,
  },

  { files: ['**/*.{ts,cjs,mjs,vue}'], rules: plainComments },
  {
    files: ['**/*.{js,ts,cjs,mjs,vue}'],
    plugins: { stint: { rules: { 'american-spelling': americanSpelling } } },
    rules: { 'stint/american-spelling': 'error' },
  },
  { files: ['{shared,electron,renderer}/**/*.{ts,cjs,vue}'], rules: plainNames(bannedAnywhere) },
  {
    files: ['electron/core/{sync,store/sync}/**/*.ts'],
    rules: plainNames(`${bannedAnywhere}|${bannedInSync}`),
  },
  {
    files: ['test/core/sync/**/*.ts', 'test/simulation/**/*.ts'],
    rules: {
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: [...declared, 'parameter', 'method'], ...without(bannedInSync) },
      ],
    },
  },
  {
    // Keys of messages and names of migrations are data.
    files: ['renderer/app/messages/{de,en}/**', '**/migrations/**'],
    rules: { '@typescript-eslint/naming-convention': 'off' },
  },

  {
    // Expressions see text of others: twice the text may take at most twice the time.
    files: ['{shared,electron,renderer}/**/*.{ts,cjs,vue}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },

  {
    files: ['renderer/**/*.vue'],
    extends: [vue.configs['flat/essential'], accessibility.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/define-emits-declaration': ['error', 'type-literal'],
      'vue/define-props-declaration': ['error', 'type-based'],
      'vue/multi-word-component-names': 'off',
      'vue/no-unused-refs': 'error',
      'vue/no-useless-v-bind': 'error',
      'vue/no-v-html': 'error',
      // The content security policy refuses style attributes that are part of the markup.
      'vue/no-static-inline-styles': 'error',
      'vue/require-explicit-emits': 'error',
      // A label beside its control is as good as one around it.
      'vuejs-accessibility/label-has-for': ['error', { required: { some: ['nesting', 'id'] } }],
    },
  },
  {
    files: ['renderer/**/*.{ts,vue}'],
    ignores: ['renderer/ipc/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'WebSocket', message: 'Only renderer/ipc knows the wire.' },
        { name: 'fetch', message: 'Only renderer/ipc knows the wire.' },
      ],
    },
  },

  {
    files: ['{electron,renderer}/**/*.{ts,cjs,vue}'],
    ignores: ['renderer/app/stores/clock.ts'],
    rules: noWallClock,
  },
  {
    // What was installed or built here.
    files: ['electron/package/**/*.{ts,cjs}'],
    rules: { 'no-restricted-syntax': parsedOwn(noWallClock['no-restricted-syntax']) },
  },
  {
    // Scripts have their modules by `require`.
    files: ['electron/**/*.cjs'],
    ignores: [
      // In the folder of the program's source, and in one that only this user may read.
      'electron/cli/{ensure-built,fetch-electron}.cjs',
      'electron/package/single-file.cjs',
    ],
    rules: {
      'no-restricted-syntax': [...noWallClock['no-restricted-syntax'], writingInScript],
    },
  },
  { files: ['test/**/*.ts'], rules: testRules(testClock, fixed) },
  // They draw, or fix what others draw.
  {
    files: ['test/explore/**/*.ts', 'test/support/property-seed.ts'],
    rules: testRules(testClock),
  },
  // They set a clock themselves.
  {
    files: ['test/support/page-clock.ts', 'test/scenarios/faulty-proxy/quick-time.ts'],
    rules: testRules(fixed),
  },
  { files: ['shared/**/*.ts', 'electron/core/**/*.ts'], rules: hiddenInputs },
  {
    // They read columns of the open database, which Stint wrote.
    files: ['electron/core/{actions,reports,store,sync/inbox}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...parsedOwn(hiddenSyntax)] },
  },
  {
    files: ['electron/core/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: [electronOnlyInHost, ...hiddenModules] }],
    },
  },
  { files: ['{shared,electron/core,electron/service}/**/*.ts'], rules: { 'no-console': 'error' } },
  {
    files: ['electron/service/**/*.ts'],
    ignores: ['electron/service/write.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="transaction"]',
          message: 'Use write(): one writer an organisation, run again where the database asks.',
        },
        ...oneClock.syntax,
        databaseClock,
        openedAsIs,
        spreadLiteral,
        ...boundless,
      ],
    },
  },
  {
    files: ['electron/**/*.ts'],
    ignores: [
      'electron/core/unfinished-file.ts',
      // To what is open already, standard output.
      'electron/cli/printer.ts',
      // In the data folder, which no other user may write to: what is appended, a hint that may be
      // torn, what is read back within the same task, and a draft whose name a clean close knows.
      'electron/core/node/log.ts',
      'electron/core/node/owner-file.ts',
      'electron/core/backup/inspect-database.ts',
      'electron/core/backup/process-presence.ts',
      // In the person's settings of the desktop, where it may be a link of theirs.
      'electron/main/autostart-file.ts',
      // In the folder of a build.
      'electron/package/**',
    ],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: writingByPath }] },
  },
  {
    // Its names have to be unpredictable, also where everything else is replayed.
    files: ['electron/core/unfinished-file.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [electronOnlyInHost] }] },
  },
  {
    // The real ports: the one place where time, chance and network come in.
    files: ['electron/core/node/**/*.ts'],
    rules: {
      'no-restricted-globals': 'off',
      ...noWallClock,
      'no-restricted-imports': ['error', { paths: [electronOnlyInHost] }],
    },
  },
  {
    files: ['electron/core/node/clock.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Files that decide: everything they know is in their arguments.
    files: ['electron/core/sync/decide/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: String.raw`^(?!#shared/|\./)`,
              message: 'A deciding file imports nothing but #shared and others that decide.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['electron/{main,preload}/**/*.ts', 'test/main/**/*.ts', 'test/support/**/*.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
)
