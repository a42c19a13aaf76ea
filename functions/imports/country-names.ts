import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import japanese from 'i18n-iso-countries/langs/ja.json' with { type: 'json' };
import chinese from 'i18n-iso-countries/langs/zh.json' with { type: 'json' };
import { COUNTRIES } from '#shared/countries';
import { foldText } from '#shared/text';

/** Old, short and colloquial names that neither ISO 3166 nor CLDR has, by our own names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Bosnia: 'Bosnia and Herzegovina',
  'Cabo Verde': 'Cape Verde',
  'Congo Brazzaville': 'Congo, Republic of the',
  'DR Congo|DRC|Congo Kinshasa|Zaire': 'Congo, Democratic Republic of the',
  '中国大陆|中國大陸|中华人民共和国|中華人民共和國|PRC|PR China|Mainland China|P.R.C.': 'China',
  'Czech Rep.': 'Czechia',
  'UAE|U.A.E.|Emirates': 'United Arab Emirates',
  'Hong Kong SAR|Hong Kong China|China Hong Kong|HKSAR|香港特別行政區|香港特别行政区|中国香港|中國香港':
    'Hong Kong',
  Persia: 'Iran',
  Eire: 'Ireland',
  'Kyrgyz Republic': 'Kyrgyzstan',
  'Korea|ROK|R.O.K.|South Korea|S. Korea|Korea South|南韩|南朝鲜': 'Korea, South',
  "DPRK|D.P.R.K.|Democratic People's Republic of Korea|North Korea|N. Korea|Korea North": 'Korea, North',
  'Lao PDR|Lao': 'Laos',
  'Macau|Macau SAR|Macao SAR|Macau China|Macao China|China Macao|MSAR|中国澳门|中國澳門|澳門特別行政區|澳门特别行政区':
    'Macao',
  Burma: 'Myanmar',
  Holland: 'Netherlands',
  'Macedonia|FYROM|Former Yugoslav Republic of Macedonia': 'North Macedonia',
  KSA: 'Saudi Arabia',
  'Slovak Republic': 'Slovakia',
  Ceylon: 'Sri Lanka',
  Swaziland: 'Eswatini',
  'Taiwan ROC|Taiwan R.O.C.|Republic of China|ROC|R.O.C.|Republic of China Taiwan|Taiwan China|Chinese Taipei|Formosa|中華民國|中华民国|中国台湾|中國台灣|台湾省|台灣省':
    'Taiwan',
  Siam: 'Thailand',
  'East Timor': 'Timor-Leste',
  Turkey: 'Türkiye',
  'U.K.|Britain|Great Britain|England|Scotland|Wales|Northern Ireland|United Kingdom of Great Britain and Northern Ireland':
    'United Kingdom',
  'U.S.|U.S.A.|America|United States of America|The States|美国|美國': 'United States',
  'Vatican|Holy See': 'Vatican City',
};

/** Chinese characters with another form in names of countries. */
const sameCharacter = (text: string): string => text.replaceAll('臺', '台');

/** What full names begin with: `Federal Republic of`, `Grand Duchy of`. */
const FORM_OF_STATE =
  /^(?:[\p{L}']+ ){0,4}(?:republic|kingdom|state|states|principality|sultanate|duchy|commonwealth|union|emirate) of (?:the )?/u;

/** Names that two states have in common once their form is left out. */
const SHARED_NAMES = /^(?:china|congo|korea)\b/;

/** A name without case, accents, full stops, order of words, and words that mean nothing: "Korea (the Republic of)". */
const spellingOf = (name: string): string =>
  sameCharacter(foldText(name))
    .replace(/[.']/g, '')
    .replace(/\bst\b/g, 'saint')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => !/^(?:|the|of|and)$/.test(word))
    .sort()
    .join(' ');

const LANGUAGES = ['en', 'zh', 'zh-Hant', 'zh-Hant-HK', 'ja', 'ko', 'fr', 'de', 'es', 'pt'];

/** The names of regions in a language, long and short (CLDR). */
const displayNames = (language: string) =>
  (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
  );

/** The names that the package has for a code in a language. */
const listedNames = (code: string): string[] =>
  [english, chinese, japanese].flatMap(
    ({ countries }) => new Map<string, string | string[]>(Object.entries(countries)).get(code) ?? [],
  );

/** Our own names by spelling, and by code: two letters, three letters or three digits. */
function indexNames() {
  const own = new Map(
    [
      ...COUNTRIES.map((country) => [country, country] as const),
      ...Object.entries(OTHER_NAMES).flatMap(([names, country]) =>
        names.split('|').map((name) => [name, country] as const),
      ),
    ].map(([name, country]) => [spellingOf(name), country]),
  );
  const byCode = new Map<string, string>();
  const bySpelling = new Map(own);
  const ambiguous = new Set<string>();
  const common = LANGUAGES.flatMap(displayNames);
  for (const [alpha2 = '', alpha3 = '', digits = ''] of codes) {
    // What most people there speak.
    const { language } = new Intl.Locale('und', { region: alpha2 }).maximize();
    const names = [...common, ...displayNames(language)].flatMap((each) => each.of(alpha2) ?? []);
    const spellings = [...listedNames(alpha2), ...names].map(spellingOf);
    const country = spellings.map((spelling) => own.get(spelling)).find((each) => each !== undefined);
    // A territory that is not in our list.
    if (country === undefined) continue;
    for (const code of [alpha2, alpha3, digits, String(Number(digits))]) byCode.set(code, country);
    for (const spelling of spellings) {
      const other = bySpelling.get(spelling);
      if (other !== undefined && other !== country && !own.has(spelling)) ambiguous.add(spelling);
      bySpelling.set(spelling, own.get(spelling) ?? country);
    }
  }
  for (const spelling of ambiguous) bySpelling.delete(spelling);
  return { byCode, bySpelling };
}

const ownNames = new Set(COUNTRIES);

/** Made with the first name that is not our own. */
let index: ReturnType<typeof indexNames> | undefined;

/**
 * Our own name of a country or region, from a name of ISO 3166 or CLDR in a language of Asia's and Europe's conferences, a code of
 * ISO 3166, or an old or short name; undefined for another text, and for a name that two countries share.
 */
export function recognizeCountry(text: string): string | undefined {
  if (text === '' || ownNames.has(text)) return text;
  index ??= indexNames();
  const { byCode, bySpelling } = index;
  const known = (name: string) => bySpelling.get(spellingOf(name));
  const short = foldText(text.trim()).replace(FORM_OF_STATE, '');
  return (
    byCode.get(text.trim().toUpperCase()) ??
    known(text) ??
    known(text.replace(/\s*[(（].*[)）]\s*/u, ' ')) ??
    (SHARED_NAMES.test(short) ? undefined : known(short))
  );
}
