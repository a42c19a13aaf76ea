/**
 * What a text looks like: UTS #39, "Confusable Detection", with the table of confusables of Unicode 13 that unhomoglyph
 * keeps. Two texts with one skeleton cannot be told apart by eye. Loaded with the first name that is chosen.
 */
export async function skeletonOf(text: string): Promise<string> {
  const { default: replaceConfusables } = await import('unhomoglyph');
  return replaceConfusables(text.normalize('NFD')).normalize('NFD');
}
