import { fork } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../infra/local/settings.ts';
import { nextMessage } from './next-message.ts';

/** Copies a built function, and what was noted about it, to a folder outside the project. */
export function copyFunction(name: string, outside: string): string {
  for (const folder of [name, `${name}.build`])
    cpSync(join(projectFolder, 'dist', 'functions', folder), join(outside, folder), { recursive: true });
  return join(outside, name);
}

/** Copies a built function to a folder outside the project and starts it in a process of its own, with only this environment. */
export async function startFunction(
  name: string,
  outside: string,
  env: NodeJS.ProcessEnv,
  prepare: (code: string) => void = () => {},
) {
  const code = copyFunction(name, outside);
  prepare(code);
  return runFunction(code, name, env);
}

/** Starts a built function from its folder in a process of its own, with only this environment. */
export async function runFunction(code: string, name: string, env: NodeJS.ProcessEnv) {
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
