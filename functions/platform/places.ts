import { readFile } from 'node:fs/promises';
import { type CountryResponse, Reader } from 'mmdb-lib';
import * as z from 'zod/mini';
import { placesFile } from '#shared/deployment';
import { loadOnce } from './load-once.ts';

const Entry = z.object({ country_code: z.string() });

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const openPlaces = loadOnce(
  async () => new Reader<CountryResponse>(await readFile(new URL(import.meta.resolve(placesFile)))),
);

/** The country of a network as `clientNetwork` names it, such as "Hong Kong"; empty for a local or unknown one. */
export async function countryOfNetwork(network: string): Promise<string> {
  const [address = ''] = network.split('/');
  if (!/^[\d.]+$|:/.test(address)) return '';
  const entry = Entry.safeParse((await openPlaces()).get(address));
  if (!entry.success) return '';
  return countryNames.of(entry.data.country_code)?.replace(' SAR China', '') ?? '';
}
