import { useSearchParams } from 'react-router-dom';
import { Panel } from '../../ui/panel.tsx';
import { ViewButtons } from '../../ui/view-buttons.tsx';
import { HeldAddresses } from './held-addresses.tsx';
import { MailList } from './mail-list.tsx';
import { MailView } from './mail-view.tsx';

const VIEWS = { mail: 'Mail', held: 'Held addresses' } as const;

/** What became of mail to many, and the addresses that get none. What is open is part of the address, so that Back leads to the list. */
export default function OutboxPanel() {
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get('mail');
  const held = parameters.get('held');
  const view = held === null ? 'mail' : 'held';
  const acts = (
    <ViewButtons
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
