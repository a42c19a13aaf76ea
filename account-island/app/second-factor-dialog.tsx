import { changeSecondFactor } from '#contract/second-factor';
import { request } from '../api/client.ts';
import { resolvePrompt } from '../api/prompts.ts';
import CodeField from '../components/code-field.tsx';
import { FormDialog } from '../components/dialog.tsx';
import { useForm } from '../hooks/use-form.ts';
import { codeErrors, codeLabels, codeMessages } from '../text/second-factor.ts';

const errors = codeErrors(true);

/** Shown over the page when a call needs a recent second factor; after the code, the call is repeated. */
export function SecondFactorDialog() {
  const form = useForm({
    labels: codeLabels,
    errors,
    submit: async (element) => {
      const code = String(new FormData(element).get('code'));
      await request(changeSecondFactor, { action: 'give', code });
      resolvePrompt('second-factor', true);
      return undefined;
    },
  });
  return (
    <FormDialog
      title={codeMessages.askedTitle}
      text={codeMessages.askedText}
      form={form}
      label="Continue"
      busyLabel="Checking..."
      onCancel={() => resolvePrompt('second-factor', false)}
    >
      <CodeField {...form.field('code')} takesFocus />
    </FormDialog>
  );
}
