import type { Prompt } from '../api/prompts.ts';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

/** Asks the member for what a call is waiting for. */
export default function PromptDialog({ prompt, username }: { prompt: Prompt; username: string }) {
  return prompt === 'login' ? <ReauthenticateDialog username={username} /> : <SecondFactorDialog />;
}
