import { Link } from 'react-router-dom';
import { messages } from '../text/messages.ts';
import { Panel } from '../ui/panel.tsx';

/** In the place of an administrators' page, for an administrator without two-step verification where it is required. */
export const SecondFactorMissing = () => (
  <Panel title="Set up two-step verification">
    <p>{messages.secondFactorMissing}</p>
    <p>
      <Link className="btn" to="/password">
        Go to Password
      </Link>
    </p>
  </Panel>
);
