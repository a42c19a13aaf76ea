/** The YAML between the two lines of dashes at the top of an MDX file; undefined without it. */
export const frontMatterOf = (text: string): string | undefined =>
  /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text)?.[1];
