export const element = (tag: string, className: string, ...inside: (Node | string)[]): HTMLElement => {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...inside);
  return made;
};

/** A link like components/Link.astro's. Without an address that is http or https, plain text. */
export const anchor = (href = '', text: string): Node | string => {
  if (!/^(https?:|\/(?!\/))/.test(href)) return text;
  const link = document.createElement('a');
  link.href = href;
  link.append(text);
  if (href[0] === 'h') link.target = '_blank';
  return link;
};
