import { useNavigate, useSearchParams } from 'react-router-dom';
import { useWayBack } from '../../../ui/history-entry.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BlockedAddresses, blockedAddressesPath } from './blocked-addresses.tsx';
import { CampaignDetails } from './campaign-details.tsx';
import { CampaignList } from './campaign-list.tsx';

const VIEWS = {
  campaigns: ['Emails', { search: '' }],
  blocked: ['Blocked addresses', { search: '?blocked' }],
} as const;
const ALL_EMAILS = 'All emails';

/**
 * Emails to many members, and blocked addresses. The open item is part of the address, so that Back leads to the list;
 * emails to administrators link to `?mail=`.
 */
export default function CampaignsPanel() {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const back = useWayBack() ?? { label: ALL_EMAILS, go: () => setParameters({}) };
  const id = parameters.get('mail');
  const view = parameters.has('blocked') ? 'blocked' : 'campaigns';
  return (
    <Panel title="Outbox">
      {id === null && <Tabs label="Outbox" views={VIEWS} shown={view} />}
      {id !== null ? (
        <CampaignDetails
          key={id}
          id={id}
          onBlocked={(address) => navigate(blockedAddressesPath(address))}
          backLabel={back.label}
          onBack={back.go}
        />
      ) : view === 'blocked' ? (
        <BlockedAddresses />
      ) : (
        <CampaignList backLabel={ALL_EMAILS} />
      )}
    </Panel>
  );
}
