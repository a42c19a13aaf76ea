import { site } from '../../lib/content.ts';
import { securityText } from '../../lib/security-txt.ts';

export const GET = () => new Response(securityText(site, new Date()));
