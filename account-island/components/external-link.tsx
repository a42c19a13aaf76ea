import type { ReactNode } from 'react';

/** Leads out in a new tab where the address may be a link; else the words alone. */
export function ExternalLink({ address, children }: { address: string; children: ReactNode }) {
  const link = parseWebAddress(address);
  if (!link) return children;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** An address that may be a link: of the web, and nothing that runs. */
export function parseWebAddress(address: string): { href: string; text: string } | null {
  const url = URL.parse(address);
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null;
  return { href: url.href, text: address.replace(/^https?:\/\//i, '').replace(/\/$/, '') };
}

/** The association's address, or its name where no address is published. */
export const ContactLink = ({ address }: { address: string | undefined }) =>
  address ? <a href={`mailto:${address}`}>{address}</a> : 'the association';
