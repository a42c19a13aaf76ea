/** An import from a file of `from` to `to` is forbidden. `$1` in `to` is the first group of `from.path`. */
export interface Rule {
  name: string;
  from: { path: string };
  to: {
    path?: string;
    pathNot?: string | readonly string[];
    /** Those of types alone are allowed. */
    isTypeOnly?: false;
    /** Those in the midst of code are allowed. */
    isDynamic?: false;
  };
}

/** The allowed imports, as in the README, "Where things are". All others are forbidden. */
const only = (name: string, from: string, to: string[]): Rule => ({
  name,
  from: { path: from },
  to: { pathNot: [...to, '^node:'] },
});

/** The layers of the island, lowest first: a folder imports from itself and from lower layers. */
const LAYERS = ['api', 'text', 'ui', 'member|office', 'app'];
const upTo = (layer: string): string =>
  `^account-island/(${LAYERS.slice(0, LAYERS.indexOf(layer) + 1).join('|')})/`;

/** The layers of the functions, lowest first: a folder imports from itself and from lower layers. */
const FUNCTION_LAYERS = [
  'shared',
  'contract',
  'platform',
  'audit|limits|exports|mail/transactional',
  'members',
  'memberships|conferences|mail/suppressions|mail/outbox',
  'payments|mail/campaigns|archive',
  'account',
  'imports|admin|reminders',
  'statistics',
  'handlers',
];

/** Use cases and decisions: everything of a feature except its repositories and routes. Their rows they may hold themselves. */
const RULES = '^functions/(?!shared|contract|platform|handlers)(?!.*(repository|routes)\\.ts$)';

/** What is only decided, from what was read: it neither reads nor writes. */
const DECISIONS =
  '^functions/(limits/limits|statistics/statistics|memberships/term|members/(names|member|decoy-salt)|payments/payment|imports/(rows|columns|country-names|validate-rows)|mail/transactional/(mail|mail-html|mail-layout|messages/.*)|mail/campaigns/(campaign|message|message-html))\\.ts$';

/** What of the platform rules may call: pure code and the table, which the context hands in. */
const TABLE_AND_PURE = '^functions/platform/(deadline|payment-provider|time-limits|table/.*)\\.ts$';

/** What is shared but for its schemas and the CSV, which need a package. */
const LIGHT = '^functions/shared/(?!conference-record|csv|fields|ledger-fields|member-filter|statistics)';

const npm = (...packages: string[]): string => `^node_modules/(${packages.join('|')})/`;

export const rules: readonly Rule[] = [
  only('shared-is-alone', '^functions/shared/', ['^functions/shared/', npm('zod', 'papaparse')]),
  // Loaded by the CDK, the edge and every page, so nothing heavy may be imported. Types weigh nothing.
  {
    name: 'shared-facts-are-light',
    from: { path: LIGHT },
    to: { pathNot: [LIGHT, '^node:'], isTypeOnly: false },
  },
  only('contract-is-alone', '^functions/contract/', ['^functions/(contract|shared)/', npm('zod')]),
  ...FUNCTION_LAYERS.flatMap((names, layer) => {
    const below = FUNCTION_LAYERS.slice(0, layer).join('|');
    return names
      .split('|')
      .map((name) =>
        only(`functions-${name.replace('/', '-')}`, `^functions/${name}/`, [
          `^functions/(${below ? `${below}|` : ''}${name})/`,
          '^content/(archive/|site\\.json)',
          '^node_modules/',
        ]),
      );
  }),
  {
    name: 'rules-take-types-of-the-outer-world',
    from: { path: RULES },
    to: { path: '^functions/platform/', pathNot: TABLE_AND_PURE, isTypeOnly: false },
  },
  {
    name: 'rules-take-types-of-the-wire',
    from: { path: RULES },
    to: { path: '^functions/(contract|platform/http)/', isTypeOnly: false },
  },
  {
    name: 'decisions-neither-read-nor-write',
    from: { path: DECISIONS },
    to: {
      path: '(repository|imports/import|account/sessions|transactional/send-pace)\\.ts$|^functions/platform/(context|table/.*)\\.ts$',
      isTypeOnly: false,
    },
  },
  {
    name: 'repositories-know-no-wire',
    from: { path: '^functions/.*repository\\.ts$' },
    to: { path: '^functions/(contract|platform/http)/|routes\\.ts$' },
  },
  {
    name: 'routes-know-no-table',
    from: { path: '^functions/(?!handlers).*routes\\.ts$' },
    to: { path: '^functions/platform/table/' },
  },
  ...LAYERS.map((layer) =>
    only(`island-${layer}`, `^account-island/(${layer})/`, [
      upTo(layer),
      // A form takes over what was submitted before the island was loaded.
      ...(layer === 'ui' ? ['^account-island/intercept-submit\\.ts$'] : []),
      // The user center draws the header's badge with the member that it has loaded anyway.
      ...(layer === 'app' ? ['^account-island/account-badge\\.ts$'] : []),
      '^functions/(contract|shared)/',
      '^node_modules/(?!astro|@aws-sdk|hono|jose)',
    ]),
  ),
  only('island-entries', '^account-island/(login|user|card)\\.tsx$', [upTo('app'), npm('react')]),
  only('island-scripts', '^account-island/(account-badge|intercept-submit)\\.ts$', [
    upTo('text'),
    '^functions/shared/',
  ]),
  only('site', '^site/', [
    '^site/',
    '^content/',
    '^functions/(shared|payments/fonts)/',
    '^account-island/((login|user|card)\\.tsx|account-badge\\.ts|intercept-submit\\.ts)$',
    '^node_modules/(?!@aws-sdk|hono|jose)',
    '^astro:',
  ]),
  only('edge', '^infra/edge/', [
    '^infra/edge/',
    '^functions/(shared/.*|mail/transactional/mail-layout)',
    '^node_modules/',
  ]),
  only('build', '^infra/(build|missing|missing-command)\\.ts$', [
    '^infra/(build-functions|command-line|missing|owner|stages)\\.ts$',
    '^content/site\\.json',
    '^functions/(shared/|platform/time-limits\\.ts)',
    '^node_modules/commander',
  ]),
  only('cdk', '^infra/(app|owner|stages|schedules|queues|build-functions|stacks/.*|constructs/.*)', [
    '^infra/(?!local/)',
    '^functions/(shared/.*|platform/time-limits|platform/table/schema|payments/pdf-font-packages|limits/limits|contract/.*)\\.ts$',
    '^node_modules/',
  ]),
  only('release', '^infra/release/', [
    '^infra/(release|edge)/',
    '^infra/(command-line|missing|owner|stages)\\.ts$',
    '^content/site\\.json',
    '^functions/(shared|contract)/',
    '^node_modules/',
  ]),
  only('local-and-cli', '^infra/(local|cli)/', [
    '^infra/',
    '^content/site\\.json',
    '^functions/(handlers/.*|contract/.*|shared/.*|platform/(files|load-once|time-limits)|platform/table/(schema|table))\\.ts$',
    '^node_modules/',
  ]),
  {
    name: 'nothing-imports-infra',
    from: { path: '^(functions|site|account-island|content)/' },
    to: { path: '^infra/' },
  },
  {
    name: 'nothing-imports-tests',
    from: { path: '^(functions|site|account-island|content|infra)/' },
    to: { path: '^tests/' },
  },
  {
    name: 'member-panels-are-apart',
    from: { path: '^account-island/(member/[^/]+)/' },
    to: { path: '^account-island/(member|office)/', pathNot: '^account-island/($1|member/membership)/' },
  },
  {
    name: 'office-panels-are-apart',
    from: { path: '^account-island/(office/(?!members)[^/]+)/' },
    to: { path: '^account-island/(member|office)/', pathNot: '^account-island/($1|office/members)/' },
  },
  {
    name: 'panels-are-loaded-when-opened',
    from: { path: '^account-island/app/' },
    to: { path: '^account-island/(member|office)/', isDynamic: false },
  },
];
