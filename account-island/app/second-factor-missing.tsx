import { Link } from 'react-router-dom';
import { Panel } from '../components/panel.tsx';

/** In the place of an administrators' page, for an administrator without two-step verification where it is required. */
const SecondFactorMissing = () => (
  <Panel title="Set up two-step verification">
    <p>Administrators need two-step verification. Set it up under Password, then open this page again.</p>
    <p>
      <Link className="btn" to="/password">
        Go to Password
      </Link>
    </p>
  </Panel>
);

export default SecondFactorMissing;
