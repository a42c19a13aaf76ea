import { Panel } from '../ui/panel.tsx';

export default function MailingPanel() {
  return <Panel title="Send Email" />;
}
