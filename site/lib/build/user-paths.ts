import type { Plugin } from 'vite';

/** In development as at the edge: every path below /user is the user centre's page. */
export const userPaths = (): Plugin => ({
  name: 'user-paths',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/user\/[^?]*/, '/user') ?? '/';
      next();
    });
  },
});
