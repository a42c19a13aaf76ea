import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unsuppressAddress } from '#contract/mail-preferences';
import { request } from '../../../api/client.ts';
import { SubmitButton } from '../../../components/button.tsx';
import { TableHead } from '../../../components/data-table.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { TextArea } from '../../../components/field.tsx';
import { Notice, ResultNotice } from '../../../components/notice.tsx';
import { Pager } from '../../../components/pager.tsx';
import { EmptyState, QueryState } from '../../../components/query-state.tsx';
import { AddressSearch } from '../../../components/search-field.tsx';
import { useForm } from '../../../hooks/use-form.ts';
import { complaint, complaints } from '../../../text/account.ts';
import { holdReasons, softBounces, outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { formatInHongKong } from '../../../text/dates.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { type Held, OUTBOX, useBlockedAddresses } from './campaign-queries.ts';

/** Addresses that announcements no longer go to, and the way to lift that. */
export function HeldAddresses({ initial }: { initial: string }) {
  const [search, setSearch] = useState(initial);
  const [lifting, setLifting] = useState<Held>();
  const [notice, setNotice] = useState<NoticeMessage>();
  const { query, pager } = useBlockedAddresses(search);
  const lift = (address: Held) => {
    setNotice(undefined);
    setLifting(address);
  };
  return (
    <>
      <p>{texts.heldHint}</p>
      <AddressSearch initial={initial} onSettle={setSearch} />
      <ResultNotice notice={notice} />
      <QueryState query={query} waiting={texts.loadingHeld} failed={texts.loadFailed}>
        {({ items }) => {
          if (items.length > 0) return <HeldTable items={items} onLift={lift} />;
          return <EmptyState>{search === '' ? texts.nobodyHeld : texts.noHeldFits}</EmptyState>;
        }}
      </QueryState>
      <Pager {...pager} one="1 address" other="{n} addresses" />
      {lifting && (
        <LiftDialog
          held={lifting}
          onDone={(text) => {
            setLifting(undefined);
            setNotice({ tone: 'ok', text });
          }}
          onCancel={() => setLifting(undefined)}
        />
      )}
    </>
  );
}

interface TableProps {
  items: readonly Held[];
  onLift: (held: Held) => void;
}

const HeldTable = ({ items, onLift }: TableProps) => (
  <table className="table table--wrap table--stacked">
    <TableHead titles={['Address', 'Why', 'Since (Hong Kong time)']} acts="What can be done" />
    <tbody>
      {items.map((held) => (
        <tr key={held.address}>
          <th scope="row" data-label="Address">
            {held.address}
          </th>
          <td data-label="Why">
            <div>
              {whyOf(held)}
              {held.detail && <p className="hint">{held.detail}</p>}
            </div>
          </td>
          <td data-label="Since">
            <time dateTime={held.suppressedAt}>{formatInHongKong(held.suppressedAt)}</time>
          </td>
          <td>
            <button className="text-button" type="button" onClick={() => onLift(held)}>
              Lift<span className="visually-hidden"> the hold on {held.address}</span>
            </button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const whyOf = ({ reason, softBounces: count }: Held): string =>
  count === undefined ? holdReasons[reason] : softBounces(count);

interface DialogProps {
  held: Held;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

const LABELS = { reason: 'Reason' };
const MISSING = new Map([['reason', complaint(LABELS.reason, complaints.missing)] as const]);
const reasonIn = (form: HTMLFormElement): string => String(new FormData(form).get('reason') ?? '').trim();

/** Asks why, and lifts the hold. */
function LiftDialog({ held, onDone, onCancel }: DialogProps) {
  const client = useQueryClient();
  const { form, field, notice, button, busy } = useForm<'reason'>({
    labels: LABELS,
    check: (element) => (reasonIn(element) === '' ? MISSING : new Map()),
    submit: async (element) => {
      const { msg } = await request(unsuppressAddress, { address: held.address, reason: reasonIn(element) });
      await client.invalidateQueries({ queryKey: OUTBOX });
      onDone(msg);
      return undefined;
    },
    errors: { fallback: texts.notDone },
  });
  return (
    <Dialog
      title={texts.liftTitle}
      text={`${held.address}: ${whyOf(held)}`}
      closedBy="closerequest"
      busy={busy}
      onCancel={onCancel}
    >
      <form className="form" {...form}>
        <Notice tone={held.reason === 'complained' ? 'warn' : undefined}>
          {held.reason === 'complained' ? texts.liftComplaint : texts.liftBounce}
        </Notice>
        <TextArea
          {...field('reason')}
          required
          optional={false}
          maxLength={500}
          rows={2}
          hint={texts.liftReason}
        />
        <ResultNotice notice={notice} />
        <DialogActions back="Back" busy={busy} onBack={onCancel}>
          <SubmitButton label="Lift the hold" busyLabel="Lifting..." {...button} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
