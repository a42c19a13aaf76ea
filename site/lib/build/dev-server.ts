import { join, sep } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { contentReport } from '../check/report.ts';

const contentFolder = join(import.meta.dirname, '../../../content') + sep;

/** In development: lays the mistakes that `npm run content:check` finds over the page, when it opens and when a file is saved. */
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
  const title = problems.length === 1 ? '1 mistake in content' : `${problems.length} mistakes in content`;
  const err = { name: 'content', title, message: problems.join('\n\n'), stack: '', hint: '' };
  ws.send({ type: 'error', err });
}
