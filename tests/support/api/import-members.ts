import { changeImport, getImports } from '#contract/imports';
import { until } from '../until.ts';
import { dataOf, post } from './members.ts';

/** Imports a list of members as the administrator of the running product does; resolves to its report and the finished import. */
export async function importMembers(url: string, token: string, text: string, options: object = {}) {
  const change = async (input: object) => {
    const reply = await post(url, '/admin/imports', input, token);
    return changeImport.reply.parse(await reply.json()).data;
  };
  const file = { kind: 'members', fileName: 'list.csv', text, ...options };
  const { report, job: checked } = await change({ action: 'check', ...file });
  if (!report || !checked) throw new Error(`Nothing to import: ${JSON.stringify(report)}`);
  const find = async () => {
    const { items } = getImports.reply.shape.data.parse(await dataOf(url, '/admin/imports', token));
    return items.find(({ id }) => id === checked.id);
  };
  let { job } = await change({ action: 'start', id: checked.id });
  await until(async () => {
    job = await find();
    return job?.state === 'done';
  });
  if (!job) throw new Error(`The import ${checked.id} is gone`);
  return { report, job };
}
