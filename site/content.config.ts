import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { NewsItem } from './schemas/news-item.ts';
import { Page } from './schemas/page.ts';
import { WebinarSession } from './schemas/webinar-session.ts';

export const collections = {
  news: defineCollection({ loader: glob({ base: '../content/news', pattern: '*/*.mdx' }), schema: NewsItem }),
  pages: defineCollection({ loader: glob({ base: '../content/pages', pattern: '*.mdx' }), schema: Page }),
  webinars: defineCollection({
    loader: glob({ base: '../content/webinars', pattern: '*.json' }),
    schema: WebinarSession,
  }),
};
