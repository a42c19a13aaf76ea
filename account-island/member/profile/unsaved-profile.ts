import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '../../api/http.ts';
import { readTabItem, removeTabItem, writeTabItem } from '../../api/tab-storage.ts';
import { readToken } from '../../api/token.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { useMember } from '../../ui/use-member.ts';

/** The changed fields of the form, and the version of the profile that they were typed over. */
const ProfileEdits = z.object({ version: z.string(), fields: z.record(z.string(), z.string()) });
export type ProfileEdits = z.output<typeof ProfileEdits>;

const STORAGE_KEY = 'unsaved-profile';
const Stored = z.object({ uid: z.string(), edits: ProfileEdits });

/** The unsaved changes of this member; undefined for those of anybody else. */
export function loadUnsaved(uid: string): ProfileEdits | undefined {
  const stored = Stored.safeParse(parseJson(readTabItem(STORAGE_KEY) ?? '')).data;
  return stored?.uid === uid ? stored.edits : undefined;
}

/**
 * Keeps unsaved changes in this tab when the page or the panel closes, so that they survive a change of panel, Back, a reload
 * and the end of the session; logging out clears them. While there are any, the browser asks before the page is left.
 */
export function useAutosave(edits: ProfileEdits | undefined): void {
  const { uid } = useMember();
  // By the time the form closes, the token may be another member's.
  const latest = useRef({ uid, edits });
  useEffect(() => {
    latest.current = { uid, edits };
  });

  useLeaveWarning(edits !== undefined);

  useEffect(() => {
    const save = () => {
      if (latest.current.edits === undefined) removeTabItem(STORAGE_KEY);
      else if (readToken() !== null) writeTabItem(STORAGE_KEY, JSON.stringify(latest.current));
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, []);
}
