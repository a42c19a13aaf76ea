import { defineMdastPlugin, type MdastNode } from 'satteri';

type Element = Extract<MdastNode, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;
type Attribute = Element['attributes'][number];

/** HTML elements that a text may contain. The others load or run something, or have a Markdown form. */
const elements = 'abbr, b, br, cite, em, i, kbd, p, q, s, section, small, span, strong, sub, sup, u';
const elementAttributes = ['dir', 'id', 'lang', 'title'];

/** Whether a name is a component's. */
const isComponent = (name: string) => /^[A-Z][A-Za-z]*$/.test(name);

const wrongElement = (name: string) =>
  isComponent(name) || elements.split(', ').includes(name)
    ? []
    : [`<${name}> can't be used in a text. Write it in Markdown, or use one of: ${elements}.`];

const wrongAttribute = (element: string, attribute: Attribute): string[] => {
  if (attribute.type !== 'mdxJsxAttribute')
    return [`<${element}> has braces, which run code. Write each attribute as name="text".`];
  const { name, value } = attribute;
  if (typeof value === 'object' && value !== null)
    return [`<${element}> has ${name}={…}, which runs code. Write ${name}="text".`];
  const isKnown = isComponent(element) ? /^[a-z]+$/.test(name) : elementAttributes.includes(name);
  return isKnown ? [] : [`<${element}> has the attribute ${name}, which a text can't use. Remove it.`];
};

/** The compiler imports images beside the text by their names; importing a script would run it. */
const wrongPicture = (path: string) =>
  /^\/|^[a-z]+:/i.test(path) || /^[\w./-]+\.(jpe?g|png|webp|avif|gif)$/i.test(path)
    ? []
    : [`"${path}": This isn't a picture. Use the path of a jpg or png file, in letters, digits, - and _.`];

const codeOfNode = (node: MdastNode): string[] => {
  if (node.type === 'mdxjsEsm') return ['Remove "import" or "export". Components are available without it.'];
  if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression')
    return [`{${node.value}} is code, which a text can't run. Write the result, or \\{ for a brace.`];
  if (node.type === 'image')
    return [
      ...wrongPicture(node.url),
      ...(node.alt ? [] : ['This picture has no description. Write what it shows between [ and ].']),
    ];
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return [];
  const { name, attributes } = node;
  return name ? [...wrongElement(name), ...attributes.flatMap((one) => wrongAttribute(name, one))] : [];
};

/** A part of a text that would run, with its line and what to do. */
type CodeInText = { line: number | undefined; sentence: string };

/** Parts of a text that would run, or could make a browser run something. */
export const findCode = (node: MdastNode): CodeInText[] => [
  ...codeOfNode(node).map((sentence) => ({ line: node.position?.start.line, sentence })),
  ...('children' in node ? node.children.flatMap(findCode) : []),
];

/** Stops the compiler at the first such part, before any code of the text runs. The content check names the line. */
export const rejectCode = defineMdastPlugin({
  name: 'reject-code',
  before(root) {
    const [first] = findCode(root);
    if (first) throw new Error(first.sentence);
  },
});
