const island = (...parts: string[]): RegExp => new RegExp(`account-island/(${parts.join('|')})`);

/**
 * How the bundler groups modules into files. A module belongs to the first group that it matches, and so do those that it
 * imports; with `minShareCount`, only if several pages or panels use it.
 */
export const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    // Mutations stay out: the first page of the user center only reads.
    {
      name: 'user-center',
      test: /node_modules\/(react-router|@tanstack\/(?!.*\/(index|useMutation|mutationObserver)\.js))/,
    },
    // What /login and /user both load at the start.
    {
      name: 'account',
      test: /preload-helper|account-island\/(api\/(http|token|password|redirects|prompts)|text\/(account|errors)|ui\/(notice|query-state|lazy-part))\.tsx?$|functions\/shared\/(text|deployment|hong-kong|password-hash|person-name)\.ts$/,
    },
    {
      name: 'every-panel',
      test: island(
        'ui/(panel|person-name)\\.',
        'member/membership/verify-email\\.',
        'text/format\\.',
        'api/(kept-card|server-clock|session)\\.',
        'app/query-client\\.',
        'ui/use-member\\.',
      ),
    },
    // What the log-in page has in common with other forms, and with the log-in dialog over a page.
    {
      name: 'form',
      test: island('ui/(field|button|dialog|password-fields|external-link|use-form|use-timers)\\.'),
    },
    {
      name: 'sign-in',
      test: island('ui/sign-in-form\\.', 'text/sign-in\\.'),
    },
    // The schemas of replies and of what is typed. /login and /user don't need them at the start.
    {
      name: 'contract',
      test: /node_modules\/zod\/|functions\/(contract|shared)\/|account-island\/api\/client\./,
      minShareCount: 2,
    },
    // What several panels share: those of members, then those of administrators alone.
    {
      name: 'member-panels',
      test: island(
        'ui/(?!action-dialog|cursor-pages|filter-bar|menu|resource-list|tabs|use-dashboard|use-item-dialog|use-list-filter)',
        'text/(?!admin-(?!members)|ledger|lists)',
        'member/(?!login)',
      ),
      minShareCount: 2,
    },
    {
      name: 'admin-panels',
      test: island('ui', 'text', 'office'),
      minShareCount: 2,
    },
  ],
};
