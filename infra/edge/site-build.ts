import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { MESSAGE_STYLE } from '../../functions/mail/transactional/mail-layout.ts';
import type { SitePaths } from './clean-urls.ts';
import type { SitePolicies } from './content-policy.ts';

/** The result of the site's build, as the edge needs it. */
export interface SiteBuild {
  folder: string;
  paths: SitePaths;
  policies: SitePolicies;
}

const Hash = z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/);
const PagePath = z.string().regex(/^\/([\w-]+(\/[\w-]+)*)?$/);
const Pages = z.array(PagePath).min(1);
const Policies = z
  .array(z.object({ scriptHashes: z.array(Hash), styleHashes: z.array(Hash), paths: z.array(PagePath) }))
  .min(1);

/** The page that shows emails in a frame, which inherits its policy. The style in every email is always the same. */
const mailPage = '/user';

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Reads `site/` and `edge/` in the build folder. @throws one sentence if they are missing or have another format. */
export function readSiteBuild(dist: string): SiteBuild {
  const folder = join(dist, 'site');
  const pages = read(join(dist, 'edge', 'paths.json'), Pages).filter((page) => page !== '/404');
  const policies = read(join(dist, 'edge', 'policies.json'), Policies);

  const entries = readdirSync(folder, { withFileTypes: true });
  const holdsPages = (name: string) => pages.some((page) => page.startsWith(`/${name}/`));
  return {
    folder,
    policies: {
      pages: policies.map((policy) =>
        policy.paths.includes(mailPage)
          ? { ...policy, styleHashes: [...policy.styleHashes, hashOf(MESSAGE_STYLE)] }
          : policy,
      ),
      drawingStyles: [...new Set(drawingStyles(folder))],
    },
    paths: {
      pages: Object.fromEntries(pages.map((page) => [page.toLowerCase(), page])),
      folders: entries.filter((e) => e.isDirectory() && !holdsPages(e.name)).map((e) => `/${e.name}/`),
      files: entries.filter((e) => e.isFile() && !e.name.endsWith('.html')).map((e) => `/${e.name}`),
    },
  };
}

function drawingStyles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.svg'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/<style[^>]*>([^<]*)<\/style>/g),
    ])
    .map(([, style = '']) => hashOf(style));
}

function read<T>(file: string, schema: z.ZodType<T>): T {
  if (!existsSync(file))
    throw new Error(`The site hasn't been built. ${file} is missing. Run "npm run build" first.`);
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`${file} has an unexpected format: ${z.prettifyError(parsed.error)}`);
}
