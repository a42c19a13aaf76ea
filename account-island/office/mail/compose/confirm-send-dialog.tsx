import { useState } from 'react';
import type * as z from 'zod/mini';
import { type previewCampaign, sendTestCampaign } from '#contract/compose-campaign';
import { reasonText } from '#shared/delivery-reasons';
import { mailLimits } from '#shared/mail-limits';
import { upload } from '../../../api/client.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { formatBothZones, formatBytes, formatCount } from '../../../text/format.ts';
import { Button, SubmitButton } from '../../../ui/button.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice, ResultNotice, SmallNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { MessagePreview } from '../message-preview.tsx';
import { describeMailError, type MessageForm } from './message.ts';
import type { useCompose } from './use-compose.ts';

/** Above this many recipients, their number must be typed. */
const MAX_WITHOUT_TYPING = 200;

/** The server's preview of what sending would do. */
type SendReview = z.output<typeof previewCampaign.reply>['data'];

interface Props {
  review: SendReview;
  compose: ReturnType<typeof useCompose>;
  /** Where replies go by default. */
  contact: string | undefined;
}

/** The last check before an email is sent: to whom, when, and as they will see it. Its buttons are always in sight. */
export function ConfirmSendDialog({ review, compose, contact }: Props) {
  const { message, isSending: busy } = compose;
  const [typed, setTyped] = useState('');
  const excluded = review.excluded
    .filter(({ reason }) => reason === 'not-a-member' || reason === 'disabled')
    .map(({ address }) => address);
  const needsTyping = review.deliveries > MAX_WITHOUT_TYPING;
  const isConfirmed = !needsTyping || typed.trim() === String(review.deliveries);
  const isReady = excluded.length === 0 && review.deliveries > 0 && isConfirmed;
  const isLarge = review.totalBytes > LARGE_CAMPAIGN_BYTES && message.files.length > 0;
  return (
    <Dialog
      wide
      title={message.isLater ? 'Schedule this email?' : 'Send this email?'}
      text={message.isLater ? texts.laterPreviewText : texts.previewText}
      closedBy="closerequest"
      busy={busy}
      onCancel={compose.closeReview}
    >
      <DescriptionList
        className="summary-list"
        items={[
          ['To', <Recipients key="to" review={review} which={texts.describeRecipients(message).which} />],
          ['When', message.isLater ? formatBothZones(message.scheduleTime) : texts.now],
          ['Subject', review.subject],
        ]}
      />
      {excluded.length > 0 && (
        <>
          <Notice tone="danger" role="alert">
            {texts.excludedAddresses} {excluded.join(', ')}
          </Notice>
          <p>
            <Button kind="outline" isSmall onClick={() => compose.excludeRecipients(excluded)}>
              {texts.removeAddresses(excluded.length)}
            </Button>
          </p>
        </>
      )}
      {review.unfilledFields.length > 0 && (
        <Notice tone="warning" role="alert">
          {texts.unfilledFields(review.unfilledFields)}
        </Notice>
      )}
      {review.htmlBytes > mailLimits.htmlBytesBeforeWarning && (
        <Notice tone="warning" role="alert">
          {texts.clippedText(review.htmlBytes)}
        </Notice>
      )}
      {isLarge && <Notice tone="warning">{texts.linkInstead}</Notice>}
      <MessagePreview html={review.html} text={review.text} />
      <details className="disclosure">
        <summary>Details</summary>
        <DescriptionList
          className="summary-list"
          items={[
            ['Selected', formatCount(review.recipients)],
            [
              'First and last address',
              review.recipients > 1 ? `${review.first} … ${review.last}` : review.first,
            ],
            ['Attachments', texts.attachmentList(message.files) || 'None'],
            ['Replies go to', message.replyTo || contact],
            ['Size per email', formatBytes(review.deliveryBytes)],
            ['Total size', formatBytes(review.totalBytes)],
          ]}
        />
      </details>
      <form
        className="form__actions"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) compose.send();
        }}
      >
        {needsTyping && (
          <TextField
            name="recipients"
            label={texts.typeToConfirm(review.deliveries)}
            inputMode="numeric"
            autoComplete="off"
            required
            wide
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {busy && (
          <label>
            Uploading <progress />
          </label>
        )}
        <ResultNotice notice={compose.notice} />
        <SendTestButton message={message} />
        <Button kind="outline" disabled={busy} onClick={compose.closeReview}>
          Cancel
        </Button>
        <SubmitButton
          label={texts.sendLabel(review.deliveries, message.isLater)}
          busyLabel={message.isLater ? 'Scheduling...' : 'Sending...'}
          isBusy={busy}
          disabled={!isReady}
        />
      </form>
    </Dialog>
  );
}

/** From this size on, linking to the files is recommended. */
const LARGE_CAMPAIGN_BYTES = 500_000_000;

/** How many get the email, who they are, and, folded, who does not and why. */
function Recipients({ review, which }: { review: SendReview; which: string }) {
  const { deliveries, excluded } = review;
  const byReason = Object.entries(review.excludedByReason);
  const total = byReason.reduce((sum, [, count]) => sum + count, 0);
  return (
    <>
      <strong>{texts.recipientCount(deliveries)}</strong> {which}
      {total > 0 && (
        <details className="disclosure">
          <summary>{texts.excludedCount(total)}</summary>
          <ul>
            {byReason.map(([reason, count]) => (
              <li key={reason}>
                {reasonText(reason)}: {formatCount(count)}
              </li>
            ))}
          </ul>
          <ul>
            {excluded.map(({ address, reason }) => (
              <li key={address}>
                {address}: {reasonText(reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Sends one email to the author alone, with its attachments. */
function SendTestButton({ message: { subject, content, replyTo, files } }: { message: MessageForm }) {
  const { isBusy, isLocked, notice, start } = useAction(
    () => upload(sendTestCampaign, { subject, content, replyTo, attachments: files }),
    {
      locks: true,
      done: ({ msg }) => msg || texts.testSent,
      failed: (error) => describeMailError(error, files.length > 0).sentence,
    },
  );
  return (
    <div className="cluster dialog__note">
      <Button kind="inline" isBusy={isBusy} isLocked={isLocked} onClick={() => start()}>
        {isBusy ? 'Sending test...' : 'Send test email to me'}
      </Button>
      <SmallNotice notice={notice} />
    </div>
  );
}
