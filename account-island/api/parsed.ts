/** JSON, or undefined for what is none, which no shape accepts. Apart from the schemas: the user centre starts without them. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
