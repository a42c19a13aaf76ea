import { fork } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../infra/local/settings.ts';
import { nextMessage } from './next-message.ts';

/** Copies a built function, and what was noted about it, to a folder outside the project. */
export function copyFunction(name: string, outside: string): string {
  for (const folder of [name, `${name}.build`])
    cpSync(join(projectFolder, 'dist', 'functions', folder), join(outside, folder), { recursive: true });
  return join(outside, name);
}

/** As if `content/site.json` had the association's registration when it was built. */
export function enterRegistration(code: string): void {
  const sample = /(?<=registration:\{[^}]*sample:)!0/;
  const file = readdirSync(code)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(code, name))
    .find((path) => sample.test(readFileSync(path, 'utf8')));
  if (!file) throw new Error('The bundle has no sample registration');
  writeFileSync(file, readFileSync(file, 'utf8').replace(sample, '!1'));
}

/** Starts a built function from its folder in a process of its own, with only this environment. */
export async function startFunction(code: string, name: string, env: NodeJS.ProcessEnv) {
  const runtime = join(code, 'runtime.mjs');
  writeFileSync(
    runtime,
    `import { handler } from '${code}/index.mjs';
     process.on('message', async (event) => process.send((await handler(event, {})) ?? 'done'));
     process.send(process.version);`,
  );
  const lambda = fork(runtime, {
    cwd: code,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { AWS_LAMBDA_FUNCTION_NAME: name, ...env },
  });

  const output = () => nextMessage(lambda, `The function ${name}`);

  return {
    code,
    /** Node's version. */
    version: String(await output()),
    call(event: object) {
      lambda.send(event);
      return output();
    },
    stop: () => lambda.kill(),
  };
}
