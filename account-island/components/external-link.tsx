import type { ReactNode } from 'react';
import { linkOf } from './link-of.ts';

/** Leads out in a new tab where the address may be a link; else the words alone. */
export function OutsideLink({ address, children }: { address: string; children: ReactNode }) {
  const link = linkOf(address);
  if (!link) return children;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
