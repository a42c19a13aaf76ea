import { Command } from 'commander';
import { ReleaseError } from './release-error.ts';
import { checkSite, countProblems, readCanary, reportOf } from './site-checks.ts';

function requireWebAddress(text: string, example: string): void {
  const url = URL.parse(text);
  // `localhost:8080` alone is an address too, with the scheme `localhost:`.
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.hostname === '')
    throw new ReleaseError(`"${text}" is no address. Example: ${example}`);
}

// `npm run smoke -- URL`
const command = new Command('npm run smoke --')
  .argument('<URL>', 'the address of a running site')
  .option('--gateway <URL>', "the API's own address, which must reject calls that pass by the CDN")
  .addHelpText('after', '\nSMOKE_USERNAME and SMOKE_PASSWORD log in as this member.')
  .parse();
const [url = ''] = command.args;
const { gateway: gatewayUrl } = command.opts<{ gateway?: string }>();
try {
  requireWebAddress(url, 'npm run smoke -- https://www.asiagraphics.org');
  if (gatewayUrl !== undefined)
    requireWebAddress(gatewayUrl, '--gateway https://API_ID.execute-api.ap-southeast-1.amazonaws.com');
  const results = await checkSite({ url, gatewayUrl, canary: readCanary(process.env) });
  const problems = countProblems(results);
  console.log(
    [...reportOf(results), problems === 0 ? 'Nothing is wrong.' : `Problems: ${problems}`].join('\n'),
  );
  process.exit(problems === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exit(1);
}
