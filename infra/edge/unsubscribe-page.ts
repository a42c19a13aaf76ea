/**
 * A mail program that knows no one-click way out opens its address instead: the reader is led to the page with the button,
 * and nothing has happened. `query` with its mark, or empty.
 */
export const unsubscribeRedirect = (method: string, path: string, query: string): string | undefined =>
  path === '/api/mail/unsubscribe' && (method === 'GET' || method === 'HEAD')
    ? `/unsubscribe${query}`
    : undefined;
