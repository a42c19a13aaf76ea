import { pg } from '../../lib/content.ts';
import { editionView } from '../../lib/edition-view.ts';

/** What PG Conferences loads: every edition, newest first. */
export const GET = () => Response.json(pg.editions.map(editionView));
