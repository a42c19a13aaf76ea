import { pg } from '../../lib/content/data.ts';
import { editionView } from '../../lib/content/editions.ts';

/** The data that PG Conferences loads: every edition, newest first. */
export const GET = () => Response.json(pg.editions.map(editionView));
