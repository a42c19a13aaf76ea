import type { ReactNode } from 'react';

/** A link in a new tab; plain text if the address may not be a link. */
export function ExternalLink({ address, children }: { address: string; children: ReactNode }) {
  const link = parseWebAddress(address);
  if (!link) return children;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** An http or https address, which a link can never run as script. */
export function parseWebAddress(address: string): { href: string; text: string } | null {
  const url = URL.parse(address);
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null;
  return { href: url.href, text: address.replace(/^https?:\/\//i, '').replace(/\/$/, '') };
}

/** The association's email address, or its name if no address is published. */
export const ContactLink = ({ address }: { address: string | undefined }) =>
  address ? <a href={`mailto:${address}`}>{address}</a> : 'the association';
