import { useSearchParams } from 'react-router-dom';
import { Panel } from '../../../components/panel.tsx';
import { ViewSwitcher } from '../../../components/view-switcher.tsx';
import { HeldAddresses } from './blocked-addresses.tsx';
import { MailView } from './campaign-details.tsx';
import { MailList } from './campaign-list.tsx';

const VIEWS = { mail: 'Mail', held: 'Held addresses' } as const;

/** What became of mail to many, and the addresses that get none. What is open is part of the address, so that Back leads to the list. */
export default function OutboxPanel() {
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get('mail');
  const held = parameters.get('held');
  const view = held === null ? 'mail' : 'held';
  const acts = (
    <ViewSwitcher
      views={VIEWS}
      shown={id === null ? view : undefined}
      onShow={(next) => setParameters(next === 'held' ? { held: '' } : {})}
    />
  );
  const openMail = (mail: string) => setParameters({ mail });
  return (
    <Panel title="Outbox" acts={acts}>
      {id !== null ? (
        <MailView
          key={id}
          id={id}
          onOpen={openMail}
          onHeld={(address) => setParameters({ held: address })}
          onBack={() => setParameters({})}
        />
      ) : held !== null ? (
        <HeldAddresses key={held} initial={held} />
      ) : (
        <MailList onOpen={openMail} />
      )}
    </Panel>
  );
}
