import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { getMimeType } from 'hono/utils/mime';
import { bundleEdgeFunction, type EdgeFunctionName } from '../../../infra/edge/bundle.ts';
import type { SiteBuild } from '../../../infra/edge/site-build.ts';

type Values = Record<string, { value: string; multiValue?: { value: string }[] }>;

export interface EdgeReply {
  uri?: string;
  statusCode?: number;
  headers: Values;
}

/** The bundled script in a context with nothing but the language, as at CloudFront's edge. */
export function edgeFunction(
  name: EdgeFunctionName,
  site: SiteBuild,
  siteHost?: string,
): (event: object) => EdgeReply {
  const world = createContext({});
  runInContext(bundleEdgeFunction(name, site, siteHost), world);
  return (event) => JSON.parse(runInContext(`JSON.stringify(handler(${JSON.stringify(event)}))`, world));
}

/** CloudFront in front of the bucket: the two functions, and files found by their exact key. */
export function cloudFront(
  site: SiteBuild,
): (uri: string, query?: string, isKept?: boolean) => EdgeReply & { body?: Buffer } {
  const onRequest = edgeFunction('viewer-request', site);
  const onResponse = edgeFunction('viewer-response', site);
  return (uri, query = '', isKept = false) => {
    const answer = onRequest({
      request: { method: 'GET', uri, querystring: queryEvent(query), headers: {} },
    });
    if (answer.statusCode !== undefined || answer.uri === undefined) return answer;
    const file = join(site.folder, decodeURIComponent(answer.uri));
    // The function for responses does not run on an error.
    if (!existsSync(file) || !statSync(file).isFile()) return { statusCode: 404, headers: {} };
    const request = { uri: answer.uri };
    const validators = { etag: { value: '"e"' }, 'last-modified': { value: 'd' } };
    // A 304 has no content type: RFC 9110, section 15.4.5.
    if (isKept) return onResponse({ request, response: { statusCode: 304, headers: validators } });
    const headers = { 'content-type': { value: getMimeType(file) ?? '' }, ...validators };
    return { ...onResponse({ request, response: { statusCode: 200, headers } }), body: readFileSync(file) };
  };
}

function queryEvent(query: string): Values {
  const values: Values = {};
  for (const [name, value] of query === '' ? [] : query.split('&').map((part) => part.split('='))) {
    if (name === undefined) continue;
    const before = values[name];
    const all = [
      ...(before?.multiValue ?? (before ? [{ value: before.value }] : [])),
      { value: value ?? '' },
    ];
    values[name] = { value: all[0]?.value ?? '', ...(all.length > 1 && { multiValue: all }) };
  }
  return values;
}
