import { Command } from 'commander';
import { ReleaseError } from './release-error.ts';
import { type CheckResult, checkSite } from './site-checks.ts';
import { isAddress, readCanary } from './smoke-environment.ts';

/** A line for each check, and one for each problem. */
export const reportOf = (results: readonly CheckResult[]): string[] =>
  results.flatMap(({ name, problems }) => [
    `${problems.length === 0 ? 'ok    ' : 'WRONG '} ${name}`,
    ...problems.map((problem) => `       ${problem}`),
  ]);

export const countProblems = (results: readonly CheckResult[]): number =>
  results.reduce((sum, { problems }) => sum + problems.length, 0);

function requireWebAddress(text: string, example: string): void {
  if (!isAddress(text, ['https:', 'http:']))
    throw new ReleaseError(`"${text}" is no address. Example: ${example}`);
}

// `npm run smoke -- URL`
if (import.meta.main) {
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
}
