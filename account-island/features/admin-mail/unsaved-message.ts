import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { CampaignDraft } from '#contract/compose-campaign';
import { parseJson } from '../../api/http.ts';
import { readClaims, readToken } from '../../api/token.ts';
import { draftFromMessage, type MessageForm, messageFromDraft } from './compose/message.ts';

const KEY = 'unsaved-message';
const Unsaved = z.object({ username: z.string(), message: CampaignDraft });

/** Web storage takes no files: they are kept in memory until the page is left. */
let files: readonly File[] = [];

const writer = () => readClaims(readToken() ?? '')?.username;

/**
 * Stores an unsaved message in this tab, so that it survives a change of panel, a reload and the end of the session.
 * Logging out clears it.
 */
export function storeUnsavedMessage(
  message: MessageForm,
  attachments = draftFromMessage(message).attachments,
): void {
  const username = writer();
  if (username === undefined) return;
  files = message.files;
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ username, message: { ...draftFromMessage(message), attachments } }),
    );
  } catch {
    // Storage is full or switched off: the draft on the server remains.
  }
}

export function clearUnsavedMessage(): void {
  files = [];
  sessionStorage.removeItem(KEY);
}

/** The unsaved message of the logged-in member, and which of its attachments must be selected again. */
export function loadUnsavedMessage():
  | { message: MessageForm; attachments: CampaignDraft['attachments'] }
  | undefined {
  const stored = Unsaved.safeParse(parseJson(sessionStorage.getItem(KEY) ?? '')).data;
  if (!stored || stored.username !== writer()) return undefined;
  const attachments = stored.message.attachments.filter(
    ({ name }) => !files.some((file) => file.name === name),
  );
  return { message: { ...messageFromDraft(stored.message), files }, attachments };
}

/**
 * While a message is unsaved, the browser asks before leaving, and the message is stored when the panel or the page
 * closes. Returns the function that discards it.
 */
export function useUnsavedWarning(message: MessageForm, isUnsaved: boolean): () => void {
  const unsaved = useRef<MessageForm>(undefined);

  useEffect(() => {
    unsaved.current = isUnsaved ? message : undefined;
  }, [message, isUnsaved]);

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  useEffect(() => {
    const store = () => (unsaved.current ? storeUnsavedMessage(unsaved.current) : clearUnsavedMessage());
    addEventListener('pagehide', store);
    return () => {
      removeEventListener('pagehide', store);
      store();
    };
  }, []);

  return () => {
    unsaved.current = undefined;
  };
}
