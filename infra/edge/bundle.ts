import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { packPaths } from './clean-urls.ts';
import { packPolicies } from './content-policy.ts';
import { apiHeaders } from './headers.ts';
import type { SiteBuild } from './site-build.ts';

export type EdgeFunctionName = 'viewer-request' | 'viewer-response' | 'api-request';

/** CloudFront's limit for one function. */
export const largestFunctionBytes = 10_240;

/**
 * One CloudFront function (runtime 2.0) as a single script. The runtime's JavaScript is ES5 with these additions; esbuild
 * lowers what it can and fails on what the runtime would not understand.
 * @param siteHost empty for a stage without a domain.
 */
export function bundleEdgeFunction(
  name: EdgeFunctionName,
  { paths, policies }: Pick<SiteBuild, 'paths' | 'policies'>,
  siteHost = '',
): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es5',
    supported: { arrow: true, 'const-and-let': true, 'template-literal': true },
    define: {
      sitePaths: JSON.stringify(packPaths(paths)),
      sitePolicies: JSON.stringify(packPolicies(policies)),
      siteHost: JSON.stringify(siteHost),
      redirectHeaders: JSON.stringify(apiHeaders),
    },
    minify: true,
    legalComments: 'none',
  });
  // CloudFront calls a global function of this name and knows no exports. The short name may have a dollar sign.
  const script = (outputFiles[0]?.text ?? '').replace(
    /export\{([\w$]+) as handler\};?\s*$/,
    'function handler(event){return $1(event)}',
  );
  const bytes = Buffer.byteLength(script);
  if (bytes > largestFunctionBytes)
    throw new Error(
      `The edge function ${name} is too large: ${bytes} bytes (limit ${largestFunctionBytes}).`,
    );
  return script;
}
