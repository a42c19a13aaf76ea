import { useSearchParams } from 'react-router-dom';
import { Panel } from '../../../components/panel.tsx';
import { ViewSwitcher } from '../../../components/view-switcher.tsx';
import { BlockedAddresses } from './blocked-addresses.tsx';
import { CampaignDetails } from './campaign-details.tsx';
import { CampaignList } from './campaign-list.tsx';

const VIEWS = { campaigns: 'Emails', archived: 'Archive', blocked: 'Blocked addresses' } as const;

/**
 * Emails to many members, and blocked addresses. The open item is part of the address, so that Back leads to the list;
 * emails to administrators link to `?mail=`.
 */
export default function CampaignsPanel() {
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get('mail');
  const blocked = parameters.get('blocked');
  const isArchive = parameters.has('archived');
  const view = blocked !== null ? 'blocked' : isArchive ? 'archived' : 'campaigns';
  const actions = (
    <ViewSwitcher
      views={VIEWS}
      shown={id === null ? view : undefined}
      onShow={(next) => setParameters(next === 'campaigns' ? {} : { [next]: '' })}
    />
  );
  const open = (campaign: string) => setParameters({ mail: campaign });
  return (
    <Panel title="Outbox" actions={actions}>
      {id !== null ? (
        <CampaignDetails
          key={id}
          id={id}
          onOpen={open}
          onBlocked={(address) => setParameters({ blocked: address })}
          onBack={() => setParameters({})}
        />
      ) : blocked !== null ? (
        <BlockedAddresses key={blocked} initial={blocked} />
      ) : (
        <CampaignList key={view} isArchive={isArchive} onOpen={open} />
      )}
    </Panel>
  );
}
