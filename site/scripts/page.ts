import { mountAccountBadge } from '#island/account-badge.ts';
import './every-page.ts';

mountAccountBadge(document.querySelectorAll<HTMLAnchorElement>('a[data-account]'));
