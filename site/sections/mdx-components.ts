import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import Link from '../components/Link.astro';
import Section from '../components/Section.astro';
import Table from '../components/Table.astro';

const files = import.meta.glob<AstroComponentFactory>('./mdx/*.astro', { eager: true, import: 'default' });

/** The components for page texts: each file of sections/mdx by its name. */
export const mdxComponents = {
  a: Link,
  section: Section,
  table: Table,
  ...Object.fromEntries(
    Object.entries(files).map(([path, component]) => [
      path.slice('./mdx/'.length, -'.astro'.length),
      component,
    ]),
  ),
};
