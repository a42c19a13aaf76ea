import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';

type Call = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0];

/** The function that a chain of calls and properties begins with: `it` of `it.each(rows)`; none if the chain skips it. */
function beginningOf(chain: Call['callee']): string {
  if (chain.type === 'Identifier') return chain.name;
  if (chain.type === 'CallExpression') return beginningOf(chain.callee);
  if (chain.type !== 'MemberExpression' || chain.object.type === 'Super') return '';
  const isSkipped = chain.property.type === 'Identifier' && /^(skip|todo)$/.test(chain.property.name);
  return isSkipped ? '' : beginningOf(chain.object);
}

/** The names of the tests in a file, as written in the code, each behind the names around it: `outer › inner › test`. */
export function testsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const names: string[] = [];
  const around: string[] = [];
  const nameOf = ({ callee, arguments: [first] }: Call): string | undefined => {
    if (!/^(describe|it|story)$/.test(beginningOf(callee))) return undefined;
    if (first?.type === 'Literal' && typeof first.value === 'string') return first.value;
    return first?.type === 'TemplateLiteral' ? text.slice(first.start + 1, first.end - 1) : undefined;
  };
  const enter = (call: Call) => {
    const name = nameOf(call);
    if (name === undefined) return;
    around.push(name);
    if (beginningOf(call.callee) !== 'describe') names.push(around.join(' › '));
  };
  const leave = (call: Call) => {
    if (nameOf(call) !== undefined) around.pop();
  };
  new Visitor({ CallExpression: enter, 'CallExpression:exit': leave }).visit(parseSync(file, text).program);
  return names;
}
