/** undefined for what is not JSON. A file of its own, because the reading of replies brings zod along. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
