import { defineHastPlugin, type HastNode } from 'satteri';

type Element = Extract<HastNode, { type: 'element' }>;
type Matter = Element['children'][number];
type RootContent = Extract<HastNode, { type: 'root' }>['children'][number];

const isHeading = (node: RootContent) => node.type === 'element' && node.tagName === 'h2';
const isMatter = (node: RootContent): node is Matter => node.type !== 'mdxjsEsm' && node.type !== 'doctype';

const element = (tagName: string, className: string, children: Matter[]): Element => ({
  type: 'element',
  tagName,
  properties: { className: [className] },
  children,
});

/** Runs of text in a block of prose each; a component on a line of its own stands between them. */
const blocks = (nodes: Matter[]): Matter[] => {
  const at = nodes.findIndex(({ type }) => type === 'mdxJsxFlowElement');
  const text = at < 0 ? nodes : nodes.slice(0, at);
  const prose = text.some(({ type }) => type === 'element') ? [element('div', 'prose', text)] : [];
  return at < 0 ? prose : [...prose, ...nodes.slice(at, at + 1), ...blocks(nodes.slice(at + 1))];
};

/** Every `## Heading` of a page becomes a rail: the heading left, what follows it right. */
export const headingSections = defineHastPlugin({
  name: 'sections',
  after(root, ctx) {
    const starts = root.children.flatMap((node, at) => (isHeading(node) ? [at] : []));
    if (starts.length === 0) return;
    const rails = starts.map((start, nth) => {
      const [heading, ...matter] = root.children.slice(start, starts[nth + 1]).filter(isMatter);
      return element('section', 'sidebar-section', [...(heading ? [heading] : []), ...blocks(matter)]);
    });
    ctx.replaceNode(root, { type: 'root', children: [...root.children.slice(0, starts[0]), ...rails] });
  },
});
