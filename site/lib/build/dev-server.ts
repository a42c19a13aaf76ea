import { join, sep } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { Plugin, ViteDevServer } from 'vite';
import { contentReport } from '../check/report.ts';

const contentFolder = join(import.meta.dirname, '../../../content') + sep;

/** In development: shows the errors of `npm run content:check` over the page, when it opens and when a file is saved. */
export const contentOverlay = (): Plugin => ({
  name: 'content-overlay',
  apply: 'serve',
  configureServer(server) {
    server.ws.on('connection', () => showMistakes(server));
    for (const event of ['add', 'change', 'unlink'] as const) {
      server.watcher.on(event, (file) => {
        if (file.startsWith(contentFolder)) showMistakes(server);
      });
    }
  },
});

function showMistakes({ ws }: ViteDevServer): void {
  const { problems } = contentReport();
  if (problems.length === 0) return;
  const title = problems.length === 1 ? '1 error in content' : `${problems.length} errors in content`;
  const err = { name: 'content', title, message: problems.join('\n\n'), stack: '', hint: '' };
  ws.send({ type: 'error', err });
}

/** In development as at the edge: the user center's page serves every path below /user. */
export const userPaths = (): Plugin => ({
  name: 'user-paths',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/user\/[^?]*/, '/user') ?? '/';
      next();
    });
  },
});

const POLL_MS = 200;
const LIMIT_MS = 20_000;

/**
 * In development: the server behind the site restarts when one of its files changes, and requests wait for it instead of
 * failing. It answers 503 until it is ready.
 */
export async function waitForServer(url: string): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  while (performance.now() < giveUpAt) {
    const status = await fetch(`${url}/_local/inbox.css`).then(
      (reply) => reply.status,
      () => 503,
    );
    if (status !== 503) return;
    await pass(POLL_MS);
  }
}
