'use strict'

// The import rules of ARCHITECTURE.md ("Who may import whom"), as a machine reads them.

/**
 * @param {string} name
 * @param {string} comment
 * @param {object} from
 * @param {object} to
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const ours = '^(shared|electron|renderer|test)/'

/** A folder of the core may import `allowed` of the core, itself, and what all of it shares. */
const coreFolder = (folder, allowed) =>
  forbid(
    `core-${folder}`,
    `core/${folder} imports of the core only: ${[folder, ...allowed].join(', ')}.`,
    { path: `^electron/core/${folder}/` },
    {
      path: '^electron/core/',
      pathNot: `^electron/core/((ports|private-folder|thread|unfinished-file)\\.ts$|(${[folder, ...allowed].join('|')})/)`,
    },
  )

/**
 * The folders inside a folder, each with those it may import besides itself. None of them needs
 * another in a circle, and no file lies outside of them.
 * @param {string} root
 * @param {Record<string, string[]>} rooms
 */
const folders = (root, rooms) => [
  forbid(
    `${root.split('/').at(-1)}-folders`,
    `Every file of ${root} is in a folder that has its rule here.`,
    { path: `^${root}/`, pathNot: `^${root}/(${Object.keys(rooms).join('|')})/` },
    {},
  ),
  ...Object.entries(rooms).map(([room, allowed]) =>
    forbid(
      `${root.split('/').at(-1)}-${room}`,
      `${root}/${room} imports of ${root} only: ${[room, ...allowed].join(', ')}.`,
      { path: `^${root}/${room}/` },
      { path: `^${root}/`, pathNot: `^${root}/(${[room, ...allowed].join('|')})/` },
    ),
  ),
]

const store = folders('electron/core/store', {
  tables: [],
  database: ['tables'],
  migrations: ['database'],
  lists: ['database'],
  open: ['database', 'migrations', 'tables'],
  resources: ['database', 'lists', 'tables'],
  inbox: ['database', 'tables'],
  sync: ['database', 'inbox', 'resources', 'tables'],
  acts: ['database', 'inbox', 'sync', 'tables'],
  account: ['acts', 'database', 'resources', 'sync'],
  history: ['account', 'database', 'inbox', 'lists', 'sync', 'tables'],
  service: ['database', 'lists', 'resources', 'tables'],
})

const sync = folders('electron/core/sync', {
  decide: [],
  records: ['decide'],
  http: ['decide'],
  inbox: ['records'],
  pass: ['decide', 'http', 'inbox', 'records'],
  apply: ['decide', 'http', 'inbox', 'pass', 'records'],
  push: ['apply', 'decide', 'http', 'inbox', 'pass', 'records'],
  pull: ['apply', 'decide', 'http', 'pass', 'records'],
  engine: ['apply', 'decide', 'http', 'pass', 'pull', 'push'],
})

const app = folders('renderer/app', {
  messages: [],
  stores: ['messages'],
  display: ['messages', 'stores'],
  keys: ['messages'],
  labels: ['messages', 'stores'],
  layout: ['keys', 'labels', 'messages', 'stores'],
  notices: ['labels', 'messages', 'stores'],
  forms: ['keys', 'layout', 'messages', 'stores'],
  pickers: ['forms', 'layout', 'messages', 'stores'],
  connect: ['messages', 'stores'],
  entries: ['forms', 'labels', 'messages', 'notices', 'pickers', 'stores'],
  boot: ['display', 'keys', 'labels', 'layout', 'messages', 'notices', 'pickers', 'stores'],
})

module.exports = {
  forbidden: [
    forbid(
      'no-cycle',
      'Two modules that need each other are one, or three.',
      {},
      { circular: true },
    ),
    forbid(
      'resolvable',
      'Every import leads to a file or to a package that package.json names.',
      // What is compared with in the benchmarks is a package of its own, installed on demand.
      { path: ours, pathNot: '^test/bench/peers/' },
      { couldNotResolve: true, pathNot: '^(virtual:|~icons/)' },
    ),

    forbid(
      'shared-alone',
      'shared imports nothing of ours.',
      { path: '^shared/' },
      {
        path: ours,
        pathNot: '^shared/',
      },
    ),
    forbid(
      'shared-pure',
      'shared runs anywhere: no Node, no Electron, no Vue, no Kysely.',
      { path: '^shared/' },
      {
        path: '(^|/)node_modules/(electron|vue|@vue|vue-router|vue-i18n|pinia|kysely|better-sqlite3)/',
      },
    ),
    forbid(
      'shared-without-node',
      'shared runs anywhere: no Node.',
      { path: '^shared/' },
      { dependencyTypes: ['core'] },
    ),

    forbid(
      'core-alone',
      'core imports shared and itself.',
      { path: '^electron/core/' },
      {
        path: ours,
        pathNot: '^(shared|electron/core)/',
      },
    ),
    coreFolder('store', []),
    coreFolder('write', ['store/(database|resources)']),
    coreFolder('actions', ['store', 'write']),
    coreFolder('sync', ['store']),
    coreFolder('timer', ['store', 'write', 'actions']),
    coreFolder('reports', ['store/(database|resources|sync)', 'actions']),
    coreFolder('paper', []),
    coreFolder('transfer', ['store/(account|database|resources|sync|tables)', 'actions', 'paper']),
    coreFolder('backup', ['store/(database|migrations|open|sync)']),
    coreFolder('accounts', [
      'store/(account|database|history|inbox|lists|open|sync)',
      'sync/(engine|http|push)',
      'actions',
      'backup',
    ]),
    ...store,
    ...sync,
    forbid(
      'store-of-the-service',
      "The app reads none of the service's tables.",
      { path: '^electron/core/', pathNot: '^electron/core/store/service/' },
      { path: '^electron/core/store/service/' },
    ),
    forbid(
      'core-handlers',
      'handlers turn calls into actions and queries; only core.ts wires them.',
      { path: '^electron/core/', pathNot: '^electron/core/(handlers/|core\\.ts$)' },
      { path: '^electron/core/handlers/' },
    ),
    forbid(
      'core-wiring',
      'core.ts is the one place that wires things: nothing in the core imports it.',
      { path: '^electron/core/' },
      { path: '^electron/core/core\\.ts$' },
    ),
    forbid(
      'core-real-ports',
      'core/node holds the real ports: hosts hand them in, the core itself never imports them.',
      { path: '^electron/core/', pathNot: '^electron/core/node/' },
      { path: '^electron/core/node/' },
    ),
    coreFolder('node', ['store/database']),
    forbid(
      'core-decides',
      'What decides does so from its arguments: it imports only shared and others that decide.',
      { path: '^electron/core/sync/decide/' },
      { pathNot: '^(shared|electron/core/sync/decide)/' },
    ),

    forbid(
      'service-on-store',
      'service imports of core/store what it shares with the app and what is its own, the rules of ' +
        'core/write, the ports (for their types), unfinished-file.ts and shared.',
      { path: '^electron/service/' },
      {
        path: ours,
        pathNot:
          '^(shared/|electron/service/|electron/core/(store/(database|lists|open|resources|service)/|write/|' +
          '(ports|unfinished-file)\\.ts$))',
      },
    ),
    forbid(
      'local-api-over-calls',
      "local-api serves the core's calls, which it is given: of ours it imports shared, the ports " +
        "and the service's HTTP, never a store or an action.",
      { path: '^electron/local-api/' },
      {
        path: ours,
        pathNot:
          '^(shared/|electron/local-api/|electron/core/(ports\\.ts$|node/)|' +
          'electron/service/(http/|server\\.ts$|access-token\\.ts$))',
      },
    ),
    ...['main', 'browser', 'cli'].map((host) =>
      forbid(
        `host-${host}`,
        `${host} imports core/core (and the ports that it hands in), private-folder.ts, ` +
          'unfinished-file.ts, the entries of service and local-api, and shared.',
        { path: `^electron/${host}/` },
        {
          path: ours,
          // `stint app` is the browser host: the command line opens it by its entry.
          pathNot:
            `^(shared/|electron/${host}/|electron/core/((core|ports|private-folder|unfinished-file)\\.ts$|node/)|` +
            `electron/service/index\\.ts$|electron/local-api/(index|start-local-api)\\.ts$${host === 'cli' ? '|electron/browser/index\\.ts$' : ''})`,
        },
      ),
    ),
    forbid(
      'package-apart',
      'package makes what is installed: it reads what was built, and knows only by what systems know it.',
      { path: '^electron/package/' },
      { path: ours, pathNot: '^electron/(package/|main/identity\\.ts$|cli/[\\w-]+\\.cjs$)' },
    ),
    forbid(
      'package-unneeded',
      'Nothing that runs imports what makes packages.',
      { path: '^(shared|electron|renderer)/', pathNot: '^electron/package/' },
      { path: '^electron/package/' },
    ),
    forbid(
      'preload-thin',
      'preload imports shared/ipc.',
      { path: '^electron/preload/' },
      {
        path: ours,
        pathNot: '^(shared/ipc|electron/preload)/',
      },
    ),
    forbid(
      'electron-in-host',
      'Only electron/main and electron/preload import Electron.',
      { path: '^(shared|electron|renderer)/', pathNot: '^electron/(main|preload)/' },
      { path: '(^electron$|(^|/)node_modules/electron/)' },
    ),

    forbid(
      'renderer-alone',
      'renderer imports shared and itself.',
      { path: '^renderer/' },
      {
        path: ours,
        pathNot: '^(shared|renderer)/',
      },
    ),
    forbid(
      'renderer-features',
      'A feature never imports another feature.',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    ),
    ...app,
    forbid(
      'boot-alone',
      'main.ts starts a window with app/boot: no page imports it.',
      { path: '^renderer/', pathNot: '^renderer/(app/boot/|main\\.ts$)' },
      { path: '^renderer/app/boot/' },
    ),
    forbid(
      'renderer-ui',
      'ui has no domain knowledge.',
      { path: '^renderer/ui/' },
      { path: '^(renderer/(app|features|ipc)|shared/(ipc|resources))/' },
    ),
    forbid(
      'renderer-ipc',
      'ipc knows no screen.',
      { path: '^renderer/ipc/' },
      { path: '^renderer/(app|features|ui)/' },
    ),
    forbid(
      'renderer-wire',
      'Only renderer/ipc imports the wire; everyone else may use its types.',
      { path: '^renderer/', pathNot: '^renderer/ipc/' },
      { path: '^shared/ipc/', dependencyTypesNot: ['type-only'] },
    ),

    forbid(
      'no-tests',
      'The program imports nothing of its tests.',
      { pathNot: '^test/' },
      {
        path: '^test/',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|coverage)/' },
    // Imports of types count: a type that crosses a border is knowledge that crosses it.
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    tsConfig: { fileName: 'test/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.vue', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
