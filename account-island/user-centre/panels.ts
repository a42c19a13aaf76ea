import { type ComponentType, lazy } from 'react';
import type { Fees } from '../text/user-guide.tsx';
import { loadPart } from './load-part.ts';

type Panel = ComponentType<{ fees: Fees }>;

/** Who may open a page: any `admin` page is behind `AdminOnly`, in the menu as in the router. */
export type PanelAccess = 'member' | 'admin';

/** A page of the user centre, whose code arrives when it is opened. Every panel is its module's default export. */
const panel = (
  access: PanelAccess,
  path: string,
  title: string,
  load: () => Promise<{ default: Panel }>,
) => ({ access, path, title, Panel: lazy(() => loadPart(load)) });

/** The pages of the user centre by their paths below /user, in the order of its menu. */
export const panels = [
  panel('member', '/', 'User Guide', () => import('./guide-panel.tsx')),
  panel('member', '/profile', 'User Profile', () => import('./profile/profile-panel.tsx')),
  panel('member', '/password', 'Password', () => import('./password/password-panel.tsx')),
  panel('member', '/membership', 'Membership Status', () => import('./membership/membership-panel.tsx')),
  panel('member', '/conferences', 'Conference History', () => import('./conferences/conferences-panel.tsx')),
  panel('admin', '/members', 'Members', () => import('../members-desk/members-panel.tsx')),
  panel('admin', '/outbox', 'Outbox', () => import('../mailing/outbox/outbox-panel.tsx')),
  panel('admin', '/email', 'Send Email', () => import('../mailing/mailing-panel.tsx')),
];
