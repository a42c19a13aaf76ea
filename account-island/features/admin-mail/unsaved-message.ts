import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { CampaignDraft } from '#contract/compose-campaign';
import { parseJson } from '../../api/http.ts';
import { readClaims, readToken } from '../../api/token.ts';
import { draftOf, type Letter, letterOf } from './compose/message.ts';

const KEY = 'letter';
const Unsaved = z.object({ username: z.string(), letter: CampaignDraft });

/** No storage holds files: they stay as long as the page does. */
let files: readonly File[] = [];

const writer = () => readClaims(readToken() ?? '')?.username;

/**
 * Keeps in this tab what is written and not saved: a look at another page, a reload or the end of the session costs
 * nothing. Signing out clears it.
 */
export function storeUnsavedMessage(letter: Letter, attachments = draftOf(letter).attachments): void {
  const username = writer();
  if (username === undefined) return;
  files = letter.files;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ username, letter: { ...draftOf(letter), attachments } }));
  } catch {
    // No room, or no storage: then there is the draft alone.
  }
}

export function clearUnsavedMessage(): void {
  files = [];
  sessionStorage.removeItem(KEY);
}

/** What the member who is signed in was writing, and which of its files are no longer here. */
export function loadUnsavedMessage():
  | { letter: Letter; attachments: CampaignDraft['attachments'] }
  | undefined {
  const kept = Unsaved.safeParse(parseJson(sessionStorage.getItem(KEY) ?? '')).data;
  if (!kept || kept.username !== writer()) return undefined;
  const attachments = kept.letter.attachments.filter(({ name }) => !files.some((file) => file.name === name));
  return { letter: { ...letterOf(kept.letter), files }, attachments };
}

/**
 * While something is not saved, the browser asks before the page goes, and the letter is kept when the panel or the page
 * does. Returns the function that says that nothing of it is to be kept.
 */
export function useUnsavedWarning(letter: Letter, isUnsaved: boolean): () => void {
  const unsaved = useRef<Letter>(undefined);

  useEffect(() => {
    unsaved.current = isUnsaved ? letter : undefined;
  }, [letter, isUnsaved]);

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  useEffect(() => {
    const keep = () => (unsaved.current ? storeUnsavedMessage(unsaved.current) : clearUnsavedMessage());
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, []);

  return () => {
    unsaved.current = undefined;
  };
}
