import { mailLimits } from '#contract/mailing';

export type FileFault = 'file-type' | 'file-size' | 'file-upload' | 'file-count';

/** What is wrong with each file, or undefined; the server looks into them as well. Account area, section 8. */
export function fileFaults(files: readonly Pick<File, 'name' | 'size'>[]): (FileFault | undefined)[] {
  let bytes = 0;
  return files.map(({ name, size }, place) => {
    if (place >= mailLimits.files) return 'file-count';
    const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase().replace('jpeg', 'jpg');
    if (!mailLimits.fileTypes.some((type) => type === extension)) return 'file-type';
    if (size === 0) return 'file-upload';
    bytes += size;
    if (size > mailLimits.fileBytes || bytes > mailLimits.filesBytes) return 'file-size';
    return undefined;
  });
}
