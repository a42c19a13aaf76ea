import { LineCounter, parseDocument } from 'yaml';
import { frontMatterOf } from '../content/front-matter.ts';

/**
 * The line of a field in JSON or in front matter, or of the entry that lacks it. JSON is YAML, so that one parser knows the
 * positions of both. Undefined if the data cannot be parsed.
 */
export function lineOfField(text: string, path: readonly PropertyKey[]): number | undefined {
  const yaml = frontMatterOf(text);
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml ?? text, { lineCounter, uniqueKeys: false });
  if (document.errors.length > 0) return undefined;
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    const offset = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    // The first line of an MDX file is dashes.
    if (Array.isArray(offset)) return lineCounter.linePos(offset[0]).line + (yaml === undefined ? 0 : 1);
  }
  return undefined;
}
