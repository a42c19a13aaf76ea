import { Link } from 'react-router-dom';
import { messages } from '../text/messages.ts';
import { Panel } from '../ui/panel.tsx';

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
