import type { APIRoute, GetStaticPaths } from 'astro';
import { hongKongDate } from '#shared/hong-kong';
import { issueTexts, site } from '../../lib/content/data.ts';
import { releaseOf } from '../../lib/content/news.ts';
import { newsletterDocument } from '../../lib/pdf/newsletter.ts';

export const getStaticPaths = (() =>
  issueTexts.map(({ issue, text }) => ({
    params: { number: `${issue.number}` },
    props: { number: issue.number, date: releaseOf(issue)?.date, text },
  }))) satisfies GetStaticPaths;

type Props = ReturnType<typeof getStaticPaths>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { text, ...issue } }) =>
  new Response(await newsletterDocument({ ...issue, builtOn: hongKongDate(new Date()) }, text, site), {
    headers: { 'content-type': 'application/pdf' },
  });
