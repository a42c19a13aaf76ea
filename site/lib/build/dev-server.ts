import { join, sep } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { ErrorPayload, HotPayload, Plugin } from 'vite';
import { checkContent } from '../check/check-content.ts';

const contentFolder = join(import.meta.dirname, '../../../content') + sep;

/** In development: shows the errors of `npm run content:check` over the page, when it opens and when a file is saved. */
export const contentOverlay = (): Plugin => ({
  name: 'content-overlay',
  apply: 'serve',
  configureServer({ environments, watcher }) {
    const { hot } = environments.client;
    const send = hot.send.bind(hot);
    const showMistakes = () => {
      const mistakes = listMistakes();
      if (mistakes) send(mistakes);
    };
    // A mistake in content also breaks pages, and the error of such a page names no file of content.
    hot.send = (message: string | HotPayload, data?: unknown) => {
      if (typeof message === 'string') send(message, data);
      else send(message.type === 'error' ? (listMistakes() ?? message) : message);
    };
    hot.on('connection', showMistakes);
    for (const event of ['add', 'change', 'unlink'] as const) {
      watcher.on(event, (file) => {
        if (file.startsWith(contentFolder)) showMistakes();
      });
    }
  },
});

function listMistakes(): ErrorPayload | undefined {
  const { problems } = checkContent();
  if (problems.length === 0) return undefined;
  const title = problems.length === 1 ? '1 error in content' : `${problems.length} errors in content`;
  // The overlay takes it as HTML.
  const message = problems.join('\n\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const err = { name: 'content', title, message, stack: '', hint: '' };
  return { type: 'error', err };
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
    const status = await fetch(`${url}/_local/local-pages.css`).then(
      (reply) => reply.status,
      () => 503,
    );
    if (status !== 503) return;
    await pass(POLL_MS);
  }
}
