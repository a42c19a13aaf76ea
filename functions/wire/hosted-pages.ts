import site from '../../content/site.json' with { type: 'json' };
import type { PaymentLink } from '../config.ts';
import type { HostedPage } from '../domain/membership/offers.ts';

const MINOR_UNITS = 100;

/** The hosted pages with the fees that the association asks. */
export const hostedPages = (links: readonly PaymentLink[]): HostedPage[] =>
  links.map((link) => ({ ...link, feeMinorUnits: site.fees.perYear[link.type] * MINOR_UNITS }));
