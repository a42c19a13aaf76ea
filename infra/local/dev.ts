import { join } from 'node:path';
import { StartupError } from './disk/errors.ts';
import { freePort, listenOnLoopback } from './ports.ts';
import { onParentExit, startChild } from './processes.ts';
import { projectFolder, readPort } from './settings.ts';

/**
 * Starts Astro's own server with hot reload on the port and the rest of the product behind it, which restarts when one of
 * its files changes.
 */
try {
  const port = readPort(process.env);
  // On a port in use, Astro would take the next free one instead.
  await (await listenOnLoopback(port, () => {})).close();

  const apiPort = await freePort();
  Object.assign(process.env, {
    PORT: String(port),
    API_PORT: String(apiPort),
    ASTRO_TELEMETRY_DISABLED: '1',
    DRAFTS: 'yes',
  });
  const { dev } = await import('astro');
  const site = await dev({ root: join(projectFolder, 'site'), logLevel: 'warn' });

  const rest = startChild(
    process.execPath,
    [
      '--watch',
      '--watch-preserve-output',
      join(projectFolder, 'infra/local/start.ts'),
      '--behind',
      `http://localhost:${port}`,
    ],
    { cwd: projectFolder, env: { ...process.env, PORT: String(apiPort) }, output: 'inherit' },
  );
  const end = async () => {
    await Promise.all([rest.stop(), site.stop()]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  onParentExit(end);
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}
