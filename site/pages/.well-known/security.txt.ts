import { site } from '../../lib/content/data.ts';
import { securityText } from '../../lib/content/security-txt.ts';

export const GET = () => new Response(securityText(site, new Date()));
