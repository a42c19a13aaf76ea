import { contentPolicy } from './content-policy.ts';

export type HeaderMap = Readonly<Record<string, string>>;

const always: HeaderMap = {
  // Two years, for this host name alone: `includeSubDomains` and `preload` would bind the association's other hosts too, and
  // a domain hardly ever gets off the browsers' built-in list.
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

/** For every file of the site. A page's own policy, with its inline scripts and styles, takes the place of this one. */
export const siteHeaders: HeaderMap = {
  'content-security-policy': contentPolicy({ scriptHashes: [], styleHashes: [] }),
  ...always,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
};

/**
 * For the files of the search. Its engine runs WebAssembly in a worker, whose policy is that of the worker's own script:
 * no page may do so.
 */
export const searchHeaders: HeaderMap = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...always,
  'referrer-policy': 'no-referrer',
};

/** For replies that are not pages: the API's JSON and redirects. */
export const apiHeaders: HeaderMap = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...always,
  'referrer-policy': 'no-referrer',
};

/** For images in emails, which email programs show on pages of their own. */
export const imageHeaders: HeaderMap = { ...apiHeaders, 'cross-origin-resource-policy': 'cross-origin' };
