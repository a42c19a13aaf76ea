export const element = (tag: string, className: string, ...inside: (Node | string)[]): HTMLElement => {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...inside);
  return made;
};

/** A link, as components/Link.astro makes it. An address that is none of the web's is only text. */
export const anchor = (href: string, text: string): Node | string => {
  if (!/^(https?:|\/(?!\/))/.test(href)) return text;
  const link = document.createElement('a');
  link.append(text);
  link.href = href;
  if (href[0] === 'h') link.target = '_blank';
  return link;
};
