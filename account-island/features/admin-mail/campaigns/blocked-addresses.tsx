import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unsuppressAddress } from '#contract/mail-wishes';
import { call } from '../../../api/client.ts';
import { SubmitButton } from '../../../components/button.tsx';
import { TableHead } from '../../../components/data-table.tsx';
import { DialogEnd, Modal } from '../../../components/dialog.tsx';
import { LongField } from '../../../components/field.tsx';
import { Note, SaidNote } from '../../../components/notice.tsx';
import { Further } from '../../../components/pager.tsx';
import { Empty, Loaded } from '../../../components/query-state.tsx';
import { AddressSearch } from '../../../components/search-field.tsx';
import { useForm } from '../../../hooks/use-form.ts';
import { complaint, complaints } from '../../../text/account.ts';
import { holdReasons, softBounces, outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { formatInHongKong } from '../../../text/dates.ts';
import { ruleOr, type Said } from '../../../text/errors.ts';
import { type Held, OUTBOX, useBlockedAddresses } from './campaign-queries.ts';

/** Addresses that announcements no longer go to, and the way to lift that. */
export function HeldAddresses({ initial }: { initial: string }) {
  const [search, setSearch] = useState(initial);
  const [lifting, setLifting] = useState<Held>();
  const [said, setSaid] = useState<Said>();
  const held = useBlockedAddresses(search);
  const lift = (address: Held) => {
    setSaid(undefined);
    setLifting(address);
  };
  return (
    <>
      <p>{texts.heldHint}</p>
      <AddressSearch initial={initial} onSettle={setSearch} />
      <SaidNote said={said} />
      <Loaded query={held} waiting={texts.loadingHeld} failed={texts.loadFailed}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length > 0) return <HeldTable items={items} onLift={lift} />;
          return <Empty>{search === '' ? texts.nobodyHeld : texts.noHeldFits}</Empty>;
        }}
      </Loaded>
      <Further query={held} label="More addresses" />
      {lifting && (
        <LiftDialog
          held={lifting}
          onDone={(text) => {
            setLifting(undefined);
            setSaid({ tone: 'ok', text });
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
  <table className="tbl tbl--texts tbl--fold">
    <TableHead titles={['Address', 'Why', 'Since (Hong Kong time)']} acts="What can be done" />
    <tbody>
      {items.map((held) => (
        <tr key={held.address}>
          <th scope="row" data-l="Address">
            {held.address}
          </th>
          <td data-l="Why">
            <div>
              {whyOf(held)}
              {held.detail && <p className="hint">{held.detail}</p>}
            </div>
          </td>
          <td data-l="Since">
            <time dateTime={held.heldAt}>{formatInHongKong(held.heldAt)}</time>
          </td>
          <td>
            <button className="link" type="button" onClick={() => onLift(held)}>
              Lift<span className="vh"> the hold on {held.address}</span>
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
      const { msg } = await call(unsuppressAddress, { address: held.address, reason: reasonIn(element) });
      await client.invalidateQueries({ queryKey: OUTBOX });
      onDone(msg);
      return undefined;
    },
    failed: (error) => ({ note: { tone: 'err', text: ruleOr(error, texts.notDone) } }),
  });
  return (
    <Modal
      title={texts.liftTitle}
      text={`${held.address}: ${whyOf(held)}`}
      closedBy="closerequest"
      busy={busy}
      onCancel={onCancel}
    >
      <form className="form" {...form}>
        <Note tone={held.reason === 'complained' ? 'warn' : undefined}>
          {held.reason === 'complained' ? texts.liftComplaint : texts.liftBounce}
        </Note>
        <LongField
          {...field('reason')}
          required
          optional={false}
          maxLength={500}
          rows={2}
          hint={texts.liftReason}
        />
        <SaidNote {...notice} />
        <DialogEnd back="Back" busy={busy} onBack={onCancel}>
          <SubmitButton label="Lift the hold" busyLabel="Lifting..." {...button} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
