import { type ComponentType, lazy, useState } from 'react';
import { Link, matchPath } from 'react-router-dom';
import { USER_CENTER } from '../api/redirects.ts';
import { messages } from '../text/account.ts';
import type { PageProps } from '../text/membership.ts';
import { importWithTimeout } from '../ui/lazy-part.tsx';
import { Panel } from '../ui/panel.tsx';

type PageComponent = ComponentType<PageProps>;

/**
 * A page of the user center, whose code is loaded when it is opened or is about to be; a member’s page at the address
 * beside the first calls. Every panel is its module's default export. An `admin` page is behind `AdminGuard`.
 */
const page = (
  access: 'member' | 'admin',
  path: string,
  title: string,
  load: () => Promise<{ default: PageComponent }>,
) => {
  let loaded: PageComponent | undefined;
  const preload = async () => {
    // A failure is told when the page is shown, which imports it again.
    const module = await load().catch(() => undefined);
    loaded = module?.default;
  };
  if (access === 'member' && matchPath(USER_CENTER + path, location.pathname)) preload();
  const Lazy = lazy(() => importWithTimeout(load));
  return { access, path, title, preload, choosePanel: () => loaded ?? Lazy };
};

interface PagePanelProps extends PageProps {
  choosePanel: () => PageComponent;
}

/** The panel of a page: at once if its code is there, since React would keep a placeholder for 300 ms. */
export function PagePanel({ choosePanel, ...props }: PagePanelProps) {
  const [Chosen] = useState(choosePanel);
  return <Chosen {...props} />;
}

export type UserCenterPage = ReturnType<typeof page>;

/** The pages of the user center by their paths below /user, in the order of its menu. */
export const userCenterPages = [
  page('member', '/', 'User Guide', () => import('../member/guide/guide-panel.tsx')),
  page('member', '/profile', 'User Profile', () => import('../member/profile/profile-panel.tsx')),
  page('member', '/password', 'Password', () => import('../member/password/password-panel.tsx')),
  page(
    'member',
    '/membership',
    'Membership Status',
    () => import('../member/membership/membership-panel.tsx'),
  ),
  page(
    'member',
    '/conferences',
    'Conference History',
    () => import('../member/conferences/conferences-panel.tsx'),
  ),
  page('admin', '/dashboard', 'Dashboard', () => import('../office/dashboard/dashboard-panel.tsx')),
  page('admin', '/members', 'Members', () => import('../office/members/members-panel.tsx')),
  page('admin', '/payments', 'Payments', () => import('../office/payments/payments-panel.tsx')),
  page('admin', '/outbox', 'Outbox', () => import('../office/mail/campaigns/campaigns-panel.tsx')),
  page('admin', '/email', 'Send Email', () => import('../office/mail/compose/compose-panel.tsx')),
  page('admin', '/audit', 'Audit log', () => import('../office/audit/audit-panel.tsx')),
];

export const NotFoundPanel = () => (
  <Panel title="Page not found">
    <p>{messages.pageNotFound}</p>
    <p>
      <Link className="read-more" to="/">
        Go to User Guide
      </Link>
    </p>
  </Panel>
);
