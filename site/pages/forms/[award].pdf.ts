import type { APIRoute, GetStaticPaths } from 'astro';
import { hongKongDate } from '#shared/hong-kong';
import { awards, nominations, site } from '../../lib/content/data.ts';
import { nominationForm } from '../../lib/pdf/nomination-form.ts';

export const getStaticPaths = (() =>
  awards.map((award) => ({ params: { award: award.id }, props: { award } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ award: (typeof awards)[number] }> = async ({ props }) =>
  new Response(await nominationForm(props.award, nominations, site, hongKongDate(new Date())), {
    headers: { 'content-type': 'application/pdf' },
  });
