/**
 * Tokens of user agents (https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent).
 * Browsers repeat the tokens of those that they descend from, so that the first match counts.
 */
const browsers = [
  ['Microsoft Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['WeChat', /\bMicroMessenger\//],
  ['UC Browser', /\bUC ?Browser\//],
  ['QQ Browser', /\bM?QQBrowser\//],
  ['Whale', /\bWhale\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|\bCriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['Windows', /\bWindows\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** A user agent in words: "Chrome on Windows". */
export function browserName(userAgent: string): string {
  const find = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, token]) => token.test(userAgent))?.[0];
  const browser = find(browsers);
  const system = find(systems);
  if (!browser) return 'Unknown browser';
  return system ? `${browser} on ${system}` : browser;
}
