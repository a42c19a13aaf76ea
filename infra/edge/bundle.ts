import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { packPaths, type SitePaths } from './clean-urls.ts';
import { apiHeaders } from './headers.ts';

export type EdgeFunctionName = 'viewer-request' | 'viewer-response' | 'api-request';

/** CloudFront's limit for one function. */
export const largestFunctionBytes = 10_240;

/**
 * One CloudFront function (runtime 2.0) as a single script. The runtime's JavaScript is ES5 with these additions; esbuild
 * lowers what it can and fails on what the runtime would not understand.
 */
export function bundleEdgeFunction(name: EdgeFunctionName, sitePaths: SitePaths): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es5',
    supported: { arrow: true, 'const-and-let': true, 'template-literal': true },
    define: { sitePaths: JSON.stringify(packPaths(sitePaths)), apiHeaders: JSON.stringify(apiHeaders) },
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
  });
  // CloudFront calls a global function of this name and knows no exports.
  const script = (outputFiles[0]?.text ?? '').replace(/export\{handler\};?\s*$/, '');
  const bytes = Buffer.byteLength(script);
  if (bytes > largestFunctionBytes)
    throw new Error(
      `The edge function ${name} is too large: ${bytes} bytes (limit ${largestFunctionBytes}).`,
    );
  return script;
}
