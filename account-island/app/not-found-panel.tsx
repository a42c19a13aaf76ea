import { Link } from 'react-router-dom';
import { Panel } from '../components/panel.tsx';
import { messages } from '../text/account.ts';

export const NotFoundPanel = () => (
  <Panel title="Page not found">
    <p>{messages.pageNotFound}</p>
    <p>
      <Link className="more" to="/">
        User Guide
      </Link>
    </p>
  </Panel>
);
