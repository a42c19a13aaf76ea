import { useMutation } from '@tanstack/react-query';
import { testEmail } from '#contract/mailing';
import { upload } from '../../../api/upload.ts';
import { useLock } from '../../../hooks/use-lock.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import type { Letter } from './letter.ts';
import { refused } from './refused.ts';

/** One copy to the writer alone, files and all. */
export function TestCopy({ letter: { subject, content, files } }: { letter: Letter }) {
  const [locked, lock] = useLock();
  const test = useMutation({
    mutationFn: () => upload(testEmail, { subject, content, attachments: files }),
    networkMode: 'always',
  });
  const send = () => {
    if (test.isPending || locked) return;
    lock();
    test.mutate();
  };
  return (
    <div className="test-copy">
      <button
        className="btn btn--line btn--sm"
        type="button"
        aria-busy={test.isPending || undefined}
        aria-disabled={(locked && !test.isPending) || undefined}
        onClick={send}
      >
        {test.isPending ? 'Sending a test...' : 'Send a test to myself'}
      </button>
      <p className={test.isError ? 'bad' : 'hint'} role="status">
        {test.isSuccess && (test.data.msg || texts.testOnItsWay)}
        {test.isError && refused(test.error, files.length > 0).sentence}
      </p>
    </div>
  );
}
