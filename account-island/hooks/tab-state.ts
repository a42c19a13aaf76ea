import * as z from 'zod/mini';
import { parseJson } from '../api/http.ts';
import { readToken } from '../api/token.ts';

const Stored = z.object({ uid: z.string(), content: z.unknown() });

/** Keeps the content for this member in this tab, until they log out. */
export function storeInTab(key: string, uid: string, content: unknown): void {
  if (readToken() === null) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ uid, content }));
  } catch {
    // Storage is full or switched off: a reload loses the content.
  }
}

/** What this tab keeps for this member; undefined for what it keeps for anybody else. */
export function loadFromTab<S extends z.ZodMiniType>(
  key: string,
  uid: string,
  schema: S,
): z.output<S> | undefined {
  const stored = Stored.safeParse(parseJson(sessionStorage.getItem(key) ?? '')).data;
  return stored && stored.uid === uid ? schema.safeParse(stored.content).data : undefined;
}
