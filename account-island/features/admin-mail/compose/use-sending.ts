import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { checkEmail, sendEmail } from '#contract/mailing';
import { call } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';
import { withOffset } from '../../../text/hong-kong-time.ts';
import type { Letter } from './letter.ts';

/** The two steps of sending: what it would do, and doing it. */
export function useSending() {
  const [progress, setProgress] = useState(0);
  const check = useMutation({
    mutationFn: async ({ subject, content, recipients, files }: Letter) => {
      const attachmentBytes = files.reduce((sum, { size }) => sum + size, 0);
      return (await call(checkEmail, { subject, content, recipients: [...recipients], attachmentBytes }))
        .data;
    },
    networkMode: 'always',
  });
  const send = useMutation({
    mutationFn: ({ subject, content, recipients, files, isLater, scheduleTime }: Letter) =>
      upload(
        sendEmail,
        {
          subject,
          content,
          recipients: JSON.stringify(recipients),
          scheduleTime: isLater ? withOffset(scheduleTime) : undefined,
          attachments: files,
        },
        setProgress,
      ),
    onMutate: () => setProgress(0),
    networkMode: 'always',
  });
  return { check, send, progress };
}
