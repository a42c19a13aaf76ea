import { useState } from 'react';
import { Empty } from '../../../components/empty.tsx';
import { type Said, SaidNote } from '../../../components/notice.tsx';
import { Further } from '../../../components/pager.tsx';
import { Loaded } from '../../../components/query-state.tsx';
import { AddressSearch } from '../../../components/search-field.tsx';
import { outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { type Held, useHeld } from './campaign-queries.ts';
import { HeldTable } from './held-table.tsx';
import { LiftDialog } from './lift-dialog.tsx';

/** Addresses that announcements no longer go to, and the way to lift that. */
export function HeldAddresses({ initial }: { initial: string }) {
  const [search, setSearch] = useState(initial);
  const [lifting, setLifting] = useState<Held>();
  const [said, setSaid] = useState<Said>();
  const held = useHeld(search);
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
