const island = (...parts: string[]): RegExp => new RegExp(`account-island/(${parts.join('|')})`);

/** The first group that matches a module takes it, with all that it imports. */
export const codeSplitting = {
  // A file costs a request and compresses alone: a panel of the user center loads a dozen.
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    // Without what changes something on the server: the first page of the user center only reads.
    {
      name: 'user-center',
      test: /node_modules\/(react-router|@tanstack\/(?!.*\/(index|useMutation|mutationObserver)\.js))/,
    },
    // What both pages load first.
    {
      name: 'account',
      test: /preload-helper|account-island\/(api\/(http|token|password|redirects|prompts)|text\/(account|errors)|components\/(notice|query-state|lazy-part))\.tsx?$|functions\/shared\/(text|duration-text|deployment|hong-kong)\.ts$/,
    },
    // What the user center loads with each panel.
    {
      name: 'panel',
      test: island(
        'components/(panel|verify-first)\\.',
        'text/dates\\.',
        'api/(server-clock|session)\\.',
        'app/query-client\\.',
        'hooks/use-member\\.',
      ),
    },
    // What the log-in page has in common with other forms, and with the log-in dialog over a page.
    {
      name: 'form',
      test: island(
        'components/(field|button|dialog|select|secret-field|password-fields|external-link)\\.',
        'hooks/(use-form|form-errors|use-timers)\\.',
      ),
    },
    {
      name: 'sign-in',
      test: island('components/passkey-button\\.', 'hooks/use-sign-in-form\\.', 'text/sign-in\\.'),
    },
    // What checks replies and what is typed. Nothing needs it at the start.
    {
      name: 'contract',
      test: /node_modules\/zod\/|functions\/(contract|shared)\/|account-island\/api\/client\./,
      minShareCount: 2,
    },
    // What members' panels have in common, and then what those of administrators have.
    {
      name: 'panels',
      test: island(
        'components/(?!member-criteria|segment-select|select-all|reason-dialog|search-field)',
        'hooks/(?!use-segments)',
        'text/(?!admin-(?!members)|ledger|check-in)',
        'features/(?!admin-|login)',
      ),
      minShareCount: 2,
    },
    { name: 'office', test: island('components', 'hooks', 'text', 'features/admin-'), minShareCount: 2 },
  ],
};
