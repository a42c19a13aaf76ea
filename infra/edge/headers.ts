export interface PolicyHashes {
  /** SHA-256 of each inline script and style of the built site, as `sha256-…`. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

export type HeaderMap = Readonly<Record<string, string>>;

/**
 * Two years. No `preload`: a domain hardly ever gets off the browsers' built-in list, and its other hosts would be bound
 * too.
 */
const strictTransport = 'max-age=63072000; includeSubDomains';

const always: HeaderMap = {
  'strict-transport-security': strictTransport,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

/** For every file of the site. */
export const pageHeaders = (hashes: PolicyHashes): HeaderMap => ({
  'content-security-policy': pagePolicy(hashes),
  ...always,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
});

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

/** The style in every email, which is always the same: a frame that previews one inherits the page's policy. */
const mailStyle = 'sha256-AEHFWmpQBxIuTCFcF3mtfMrK9vfsVd3H7Teq6oouUg8=';

/**
 * Everything is of our own origin, so `upgrade-insecure-requests` would have nothing to do. The icon is inside the page,
 * so that no request delays the first paint.
 */
function pagePolicy({ scriptHashes, styleHashes }: PolicyHashes): string {
  const own = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own(scriptHashes)}`,
    `style-src ${own([...styleHashes, mailStyle])}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
