import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { AwardPage } from './schemas/awards.ts';
import { Workshop } from './schemas/events.ts';
import { NewsItem } from './schemas/news.ts';
import { Page } from './schemas/page.ts';
import { WebinarSession } from './schemas/webinar.ts';

export const collections = {
  awards: defineCollection({
    loader: glob({ base: '../content/awards', pattern: '*.mdx' }),
    schema: AwardPage,
  }),
  news: defineCollection({ loader: glob({ base: '../content/news', pattern: '*/*.mdx' }), schema: NewsItem }),
  pages: defineCollection({ loader: glob({ base: '../content/pages', pattern: '*.mdx' }), schema: Page }),
  webinars: defineCollection({
    loader: glob({ base: '../content/webinars', pattern: '*.json' }),
    schema: WebinarSession,
  }),
  workshops: defineCollection({
    loader: glob({ base: '../content/workshops', pattern: '*.json' }),
    schema: Workshop,
  }),
};
