import { site } from '../../lib/content/data.ts';
import { formatSecurityTxt } from '../../lib/content/security-txt.ts';

export const GET = () => new Response(formatSecurityTxt(site, new Date()));
