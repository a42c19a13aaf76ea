import { getSalt } from '#contract/auth';
import { hashPassword } from '#shared/password-hash';
import { request } from '../../api/client.ts';
import { codeErrors, codeLabels } from '../../text/second-factor.ts';
import CodeField from '../../ui/code-field.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useMember } from '../../ui/use-member.ts';

export interface IdentityProof {
  /** The hash that is sent instead of the password. */
  password: string;
  code?: string;
}

interface Props {
  title: string;
  text: string;
  /** The label of the button that confirms. */
  label: string;
  hasCode: boolean;
  /** Shown if the error has no sentence of its own. */
  failed: string;
  /** The sentence for a failure of the browser itself; by default `failed`. */
  unexpected?: (error: unknown) => string;
  onConfirm: (given: IdentityProof) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password and, if two-step verification is on, for a code. */
export function ConfirmDialog({
  title,
  text,
  label,
  hasCode,
  failed,
  unexpected = () => failed,
  onConfirm,
  onCancel,
}: Props) {
  const { username } = useMember();
  const form = useForm({
    labels: codeLabels,
    errors: { ...codeErrors(hasCode, failed), unexpected },
    submit: async (typed) => {
      const { salt } = await request(getSalt, { username });
      await onConfirm({
        password: await hashPassword(typed('old_password'), salt),
        ...(hasCode && { code: typed('code') }),
      });
      return undefined;
    },
  });
  return (
    <FormDialog
      title={title}
      text={text}
      form={form}
      label={label}
      busyLabel="Checking..."
      onCancel={onCancel}
    >
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField {...form.field('old_password')} type="password" autoComplete="current-password" required />
      {hasCode && <CodeField {...form.field('code')} />}
    </FormDialog>
  );
}
