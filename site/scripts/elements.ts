/** An element with these properties and children. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};

/** A link like components/Link.astro's. Without an address that is http or https, plain text. */
export const anchor = (href = '', text: string): Node | string => {
  if (!/^(https?:|\/(?!\/))/.test(href)) return text;
  return element('a', { href, ...(href[0] === 'h' && { target: '_blank' }) }, text);
};
