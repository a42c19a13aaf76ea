/** The file of content/portraits with this name. A name without a file stops the build. */
export const portraitNamed = <File>(name: string, files: Record<string, File>) => {
  const [, file] = Object.entries(files).find(([path]) => path.endsWith(`/${name}`)) ?? [];
  if (!file) throw new Error(`content/portraits/${name} is missing`);
  return file;
};
