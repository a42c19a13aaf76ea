import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/** The table of who may import whom: README, "Where things are". Everything that is not allowed is refused. */
const only = (name: string, from: string, to: string[]): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { pathNot: to, dependencyTypesNot: ['core'] },
});

/** The floors of the island, from the ground: a folder imports from itself and from lower ones. */
const FLOORS = ['api', 'text', 'hooks', 'components', 'features', 'app'];
const upTo = (floor: string): string =>
  `^account-island/(${FLOORS.slice(0, FLOORS.indexOf(floor) + 1).join('|')})/`;

const npm = (...packages: string[]): string => `^node_modules/(${packages.join('|')})/`;

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:' },
    },
    {
      name: 'packages-are-in-package-json',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    only('shared-is-alone', '^functions/shared/', ['^functions/shared/', npm('zod', 'papaparse')]),
    // The CDK, the edge and every page load these: nothing heavy comes along.
    only('shared-facts-are-light', '^functions/shared/(?!fields|csv)', ['^functions/shared/(?!fields|csv)']),
    only('contract-is-alone', '^functions/contract/', ['^functions/(contract|shared)/', npm('zod')]),
    only('domain-is-alone', '^functions/domain/', ['^functions/(domain|shared)/']),
    only('routes', '^functions/routes/', ['^functions/(routes|contract|domain|http|shared)/', npm('zod')]),
    only('jobs', '^functions/jobs/', ['^functions/(jobs|contract|domain|http|deadline|shared)/']),
    only('deadline', '^functions/deadline/', ['^functions/deadline/', npm('@aws-sdk/client-s3')]),
    only('http', '^functions/http/', [
      '^functions/(http|routes|contract|domain|deadline|shared)/',
      npm('hono', 'zod', '@fastify/busboy'),
    ]),
    ...['store', 'crypto', 'mail', 'files', 'documents', 'payments', 'names'].map((adapter) =>
      only(adapter, `^functions/${adapter}/`, [
        `^functions/${adapter}/`,
        '^functions/(domain|deadline|shared)/',
        '^node_modules/',
      ]),
    ),
    only('config', '^functions/(config|log)\\.ts$', ['^functions/(shared/|domain/ambient\\.ts)', npm('zod')]),
    only('wire', '^functions/wire/', ['^functions/(?!lambda/)', '^content/(archive/|site\\.json)']),
    only('lambda', '^functions/lambda/', [
      '^functions/(lambda/|wire/|deadline/|shared/|config\\.ts)',
      npm('hono', '@aws-sdk/client-secrets-manager'),
    ]),
    ...FLOORS.map((floor) =>
      only(`island-${floor}`, `^account-island/${floor}/`, [
        upTo(floor),
        // A form takes over what was sent before the island came.
        ...(floor === 'hooks' ? ['^account-island/intercept-submit\\.ts$'] : []),
        '^functions/(contract|shared)/',
        '^node_modules/(?!astro|@aws-sdk|hono|jose)',
      ]),
    ),
    only('island-entries', '^account-island/(login|user)\\.tsx$', [upTo('app'), npm('react')]),
    only('island-scripts', '^account-island/(account-badge|intercept-submit)\\.ts$', [
      upTo('text'),
      '^functions/shared/',
    ]),
    only('site', '^site/', [
      '^site/',
      '^content/',
      '^functions/shared/',
      '^account-island/((login|user)\\.tsx|account-badge\\.ts|intercept-submit\\.ts)$',
      '^node_modules/(?!@aws-sdk|hono|jose)',
      '^astro:',
    ]),
    only('edge', '^infra/edge/', ['^infra/edge/', '^functions/shared/', '^node_modules/']),
    only('cdk', '^infra/(app|stages|schedules|build-functions|stacks/.*|constructs/.*)', [
      '^infra/(?!local/)',
      '^functions/(shared/.*|deadline/time-limits|store/table|documents/families|domain/limits/limits|contract/.*)\\.ts$',
      '^node_modules/',
    ]),
    only('local-and-ops', '^infra/(local|ops)/', [
      '^infra/',
      '^content/site\\.json',
      '^functions/(wire/.*|shared/.*|deadline/time-limits|store/(table|client))\\.ts$',
      '^node_modules/',
    ]),
    {
      name: 'nothing-imports-infra',
      severity: 'error',
      from: { path: '^(functions|site|account-island|content)/' },
      to: { path: '^infra/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(functions|site|account-island|content|infra)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'features-are-apart',
      severity: 'error',
      from: { path: '^account-island/features/([^/]+)/' },
      to: { path: '^account-island/features/', pathNot: '^account-island/features/$1/' },
    },
    {
      name: 'panels-are-loaded-when-opened',
      severity: 'error',
      from: { path: '^account-island/app/' },
      to: { path: '^account-island/features/', dynamic: false },
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '(^|/)(dist|\\.[a-z]+)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tests/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.astro', '.mdx', '.css'],
    },
  },
} satisfies IConfiguration;
