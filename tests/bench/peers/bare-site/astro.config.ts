import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

/** What Astro asks for to build the site's pages, without the product's own checks, policy and plugins. */
export default defineConfig({ srcDir: '.', build: { format: 'file' }, integrations: [react(), mdx()] });
