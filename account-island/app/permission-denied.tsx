import { useLocation, useNavigate } from 'react-router-dom';
import { Panel } from '../components/panel.tsx';
import { messages } from '../text/account.ts';

/** Account area, section 2. Who came by no link of the user centre goes back to its first page. */
export function PermissionDenied() {
  const navigate = useNavigate();
  const cameByAddress = useLocation().key === 'default';
  return (
    <Panel title="Permission Denied">
      <p>{messages.permissionDenied}</p>
      <p>
        <button
          className="btn btn--line"
          type="button"
          onClick={() => (cameByAddress ? navigate('/', { replace: true }) : navigate(-1))}
        >
          Go Back
        </button>
      </p>
    </Panel>
  );
}
