import { defineHastPlugin, type HastNode } from 'satteri';

type Element = Extract<HastNode, { type: 'element' }>;
type Content = Element['children'][number];
type RootContent = Extract<HastNode, { type: 'root' }>['children'][number];

const isHeading = (node: RootContent) => node.type === 'element' && node.tagName === 'h2';
const isContent = (node: RootContent): node is Content => node.type !== 'mdxjsEsm' && node.type !== 'doctype';

const element = (tagName: string, className: string, children: Content[], properties = {}): Element => ({
  type: 'element',
  tagName,
  properties: { className: [className], ...properties },
  children,
});

/** Consecutive text becomes a block of prose; components on lines of their own come between the blocks. */
const blocks = (nodes: Content[]): Content[] => {
  const at = nodes.findIndex(({ type }) => type === 'mdxJsxFlowElement');
  const text = at < 0 ? nodes : nodes.slice(0, at);
  const prose = text.some(({ type }) => type === 'element')
    ? [element('div', 'prose', text, { 'data-text': 'true' })]
    : [];
  return at < 0 ? prose : [...prose, ...nodes.slice(at, at + 1), ...blocks(nodes.slice(at + 1))];
};

/** Every `## Heading` of a page becomes a section: the heading left, its content right. */
export const headingSections = defineHastPlugin({
  name: 'sections',
  after(root, ctx) {
    const starts = root.children.flatMap((node, at) => (isHeading(node) ? [at] : []));
    if (starts.length === 0) return;
    const sections = starts.map((start, nth) => {
      const [heading, ...content] = root.children.slice(start, starts[nth + 1]).filter(isContent);
      const filled = content.some(({ type }) => type === 'mdxJsxFlowElement');
      const children = [...(heading ? [heading] : []), ...blocks(content)];
      return element('section', 'sidebar-section', children, filled ? { 'data-filled': 'true' } : {});
    });
    ctx.replaceNode(root, { type: 'root', children: [...root.children.slice(0, starts[0]), ...sections] });
  },
});
