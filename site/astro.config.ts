import { satteri } from '@astrojs/markdown-satteri';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import { mailImagePath } from '#shared/deployment';
import { codeSplitting } from './lib/build/code-splitting.ts';
import { contentOverlay, userPaths, waitForServer } from './lib/build/dev-server.ts';
import { headingSections } from './lib/build/heading-sections.ts';
import { siteIntegration } from './lib/build/integration.ts';
import { standaloneScript } from './lib/build/standalone-script.ts';
import { rejectCode } from './lib/check/text-code.ts';
import { cleanPath, isInSitemap, siteAddress } from './lib/content/paths.ts';

const { PORT = '8080', API_PORT } = process.env;
/** The browser's own Host header is passed on: below `/_local` it must name this machine. */
const api = {
  target: `http://localhost:${API_PORT}`,
  changeOrigin: false,
  bypass: () => waitForServer(`http://localhost:${API_PORT}`),
};

export default defineConfig({
  site: siteAddress,
  srcDir: '.',
  publicDir: 'public',
  outDir: '../dist/site',
  cacheDir: '../.cache/astro',
  trailingSlash: 'never',
  // /news is the file news.html: the edge adds the ending, and no directory redirects.
  build: { format: 'file', inlineStylesheets: 'always' },
  compressHTML: true,
  devToolbar: { enabled: false },
  // Fast encoders: a build without the image cache must not take much longer than one with it.
  image: {
    service: {
      entrypoint: 'astro/assets/services/sharp',
      config: {
        avif: { quality: 60, effort: 0, chromaSubsampling: '4:2:0' },
        webp: { quality: 76, effort: 0 },
      },
    },
  },
  integrations: [
    react(),
    mdx(),
    sitemap({ filter: (address) => isInSitemap(cleanPath(new URL(address).pathname)) }),
    siteIntegration(),
  ],
  markdown: {
    syntaxHighlight: false,
    processor: satteri({ mdastPlugins: [rejectCode], hastPlugins: [headingSections] }),
  },
  security: { csp: { algorithm: 'SHA-256' } },
  server: { host: '127.0.0.1', port: Number(PORT) },
  vite: {
    plugins: [standaloneScript(), userPaths(), contentOverlay()],
    cacheDir: '../.cache/vite',
    build: {
      // The licences of the packages in the browser's scripts require their notices.
      license: { fileName: 'licences.txt' },
      // Astro marks MDX modules with its own directive, which the bundler would report for each.
      rolldownOptions: { checks: { moduleLevelDirective: false } },
      // Browsers with light-dark(), so that the tokens stay as they are written.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5', 'ios17.5'],
      // Astro inlines scripts below this size; images and fonts stay files.
      assetsInlineLimit: (file, content) => file.endsWith('.js') && content.length < 6000,
    },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    // All imports of the island: those found one by one would each reload the page.
    optimizeDeps: {
      include: [
        'zod/mini',
        '@tanstack/react-query',
        'react-router-dom',
        '@tiptap/react',
        '@tiptap/starter-kit',
        '@tiptap/extension-image',
        'qr',
        'file-type',
        '@simplewebauthn/browser',
      ],
    },
    server: { proxy: { '/api': api, '/_local': api, [mailImagePath]: api } },
  },
});
