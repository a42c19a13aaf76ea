import { type ComponentType, lazy } from 'react';
import type { Fees } from '../text/user-guide.tsx';
import { loadPart } from './load-part.ts';

type Panel = ComponentType<{ fees: Fees }>;

/** A page of the user centre, whose code arrives when it is opened. Every panel is its module's default export. */
const panel = (path: string, title: string, load: () => Promise<{ default: Panel }>) => ({
  path,
  title,
  Panel: lazy(() => loadPart(load)),
});

/** The pages of the user centre by their paths below /user, in the order of its menu. */
export const panels = [
  panel('/', 'User Guide', () => import('./guide-panel.tsx')),
  panel('/profile', 'User Profile', () => import('./profile/profile-panel.tsx')),
  panel('/password', 'Password', () => import('./password/password-panel.tsx')),
  panel('/membership', 'Membership Status', () => import('./membership/membership-panel.tsx')),
  panel('/conferences', 'Conference History', () => import('./conferences/conferences-panel.tsx')),
];
