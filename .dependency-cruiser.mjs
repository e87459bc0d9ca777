/**
 * The arrows of docs/architecture.md as rules: floors, rooms, workspaces and no cycles, type-only imports included.
 * Tests may import every file of their app, so the rules read source files only.
 */

/** Rooms of the web app that import none of each other. */
const pages = ['engagement', 'sources', 'portal', 'firm'];

/** Floors from top to bottom, by their folder. A file imports from its own floor and from those below. */
const floors = {
  'apps/server/src': ['reach', 'work', 'engine', 'material', 'identity', 'kernel'],
  'apps/server/src/engine': [
    'lifecycle',
    'workflow',
    'steps',
    ['evidence', 'routing', 'context', 'tools'],
    'call',
    ['models', 'agents'],
    'kernel',
  ],
  'apps/web/src': ['app', 'document', pages, 'shared', 'base'],
};

/** Workspace packages that each workspace may import. */
const arrows = {
  'packages/charts': ['documents', 'language', 'sandbox'],
  'packages/code-tool': ['sandbox'],
  'packages/contract': [],
  'packages/sandbox': [],
  'packages/semaphore': [],
  'packages/database': ['semaphore'],
  'packages/dossier': [],
  'packages/documents': ['language', 'markdown', 'sandbox'],
  'packages/evidence': ['contract', 'language', 'markdown', 'semaphore'],
  'packages/markdown': ['language'],
  'packages/language': [],
  'packages/model-calls': ['contract', 'language', 'markdown'],
  'packages/offline-model': ['language', 'markdown', 'model-calls', 'semaphore'],
  'packages/sdk': ['contract'],
  'packages/durable-work': ['database'],
  'packages/tables': ['language', 'sandbox'],
  'packages/tracing': [],
  'apps/server': [
    'charts',
    'code-tool',
    'contract',
    'database',
    'documents',
    'dossier',
    'durable-work',
    'evidence',
    'language',
    'markdown',
    'model-calls',
    'offline-model',
    'sandbox',
    'semaphore',
    'tables',
    'tracing',
  ],
  'apps/web': ['charts', 'contract', 'language', 'markdown', 'sdk'],
};

const anyOf = (names) => `(${names.flat().join('|')})`;

const floorRules = Object.entries(floors).flatMap(([folder, list]) =>
  list.flatMap((floor, index) => {
    const above = list.slice(0, index);
    const name = `floor-${folder.replaceAll('/', '-')}-${[floor].flat().join('-')}`;
    const from = { path: `^${folder}/${anyOf([floor])}/` };
    // The files that put the app together stand above all floors.
    const upwards = [`^${folder}/[^/]+\\.tsx?$`];
    if (above.length > 0) upwards.push(`^${folder}/${anyOf(above)}/`);
    return upwards.map((path) => ({ name, severity: 'error', from, to: { path } }));
  }),
);

const workspaceRules = Object.entries(arrows).map(([workspace, allowed]) => ({
  name: `arrow-${workspace.replace('/', '-')}`,
  severity: 'error',
  from: { path: `^${workspace}/src/` },
  to: {
    path: '^(apps|packages|scripts|ops|e2e)/',
    pathNot: [workspace, ...allowed.map((name) => `packages/${name}`)].map((path) => `^${path}/`),
  },
}));

export default {
  forbidden: [
    { name: 'no-file-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycle',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cross-page',
      severity: 'error',
      from: { path: `^apps/web/src/${anyOf(pages)}/` },
      to: { path: `^apps/web/src/${anyOf(pages)}/`, pathNot: '^apps/web/src/$1/' },
    },
    {
      name: 'one-seam-offline-model',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/engine/models/offline-model\\.ts$',
      },
      to: { path: '^packages/offline-model/' },
    },
    {
      name: 'pages-read-charts',
      comment: 'Pages read the charts of a document; only the service draws them.',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: { path: '^packages/charts/src/', pathNot: '^packages/charts/src/reading/' },
    },
    {
      name: 'packages-by-name',
      comment: 'A workspace imports another one by its name, not by a path.',
      severity: 'error',
      from: { path: '^((?:apps|packages)/[^/]+)/' },
      to: { path: '^(?:apps|packages)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'routes-only-in-app',
      comment: 'app.ts registers the routes of each feature.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/app\\.ts$' },
      to: { path: '/routes\\.ts$' },
    },
    {
      name: 'verbs-know-no-http',
      comment: 'Only routes.ts, http and the files that put the platform together know HTTP.',
      severity: 'error',
      from: { path: '^apps/server/src/.+/', pathNot: '/routes\\.ts$|/kernel/http/' },
      to: { path: '^apps/server/src/kernel/http/' },
    },
    ...floorRules,
    ...workspaceRules,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|testing)/|\\.test\\.tsx?$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
