import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPeer } from '../install.ts';

const observatory = join(import.meta.dirname, 'node_modules/@mdn/mdn-http-observatory');

export interface Verdict {
  score: number;
  grade: string;
  /** What each test said and how many points it gave or took. */
  results: Record<string, string>;
}

/** MDN's Observatory, as its own scan counts, over a reply at hand: as if found at `https://HOST`, where plain HTTP redirects. */
export async function validate(reply: Response, hostname = 'www.example.org'): Promise<Verdict> {
  await install();
  const part = (name: string) => import(join(observatory, 'src', name));
  const [{ ALL_TESTS }, { Requests }, { parseHttpEquivHeaders }, grader] = await Promise.all(
    ['constants.js', 'types.js', 'retriever/utils.js', 'grader/grader.js'].map(part),
  );
  const requests = new Requests(hostname);
  const [http, https] = ['http:', 'https:'].map((scheme) => ({
    url: new URL(`${scheme}//${hostname}/`),
    status: 301,
  }));
  const html = await reply.text();
  const response = {
    headers: Object.fromEntries(reply.headers),
    httpEquiv: parseHttpEquivHeaders(html, https?.url.href),
    request: { headers: {} },
    status: reply.status,
    verified: true,
  };
  requests.session = { url: https?.url };
  requests.resources.path = html;
  requests.responses = {
    auto: response,
    cors: response,
    http: response,
    https: response,
    httpRedirects: [http, https],
    httpsRedirects: [https],
  };

  const results: { constructor: { name: string }; result: string }[] = ALL_TESTS.map(
    (test: (found: object) => unknown) => test(requests),
  );
  const points = results.map(({ result }) => Number(grader.getScoreModifier(result)));
  const lost = points.filter((each) => each < 0).reduce((sum, each) => sum + each, 100);
  const all = points.reduce((sum, each) => sum + each, 100);
  // Extra points count from an A upwards only.
  const { score, grade } = grader.getGradeForScore(lost >= 90 ? all : lost);
  return {
    score,
    grade,
    results: Object.fromEntries(
      results.map((each, i) => [each.constructor.name, `${each.result} ${points[i]}`]),
    ),
  };
}

/** On the first run; its list of preloaded sites would come from the network, and none of ours is in it. */
async function install(): Promise<void> {
  if (!existsSync(observatory)) await installPeer('observatory');
  const preloaded = join(observatory, 'conf/hsts-preload.json');
  if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');
}
