import { toMinorUnits } from '#shared/money';
import site from '../../content/site.json' with { type: 'json' };
import type { HostedPage } from '../payments/offers.ts';
import type { PaymentLink } from '../platform/config.ts';

/** The hosted pages with the fees that the association asks. */
export const hostedPages = (links: readonly PaymentLink[]): HostedPage[] =>
  links.map((link) => ({ ...link, feeMinorUnits: toMinorUnits(site.fees.perYear[link.type]) }));
