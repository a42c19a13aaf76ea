import { useEffect, useState } from 'react';
import { LOGIN } from '../../api/redirects.ts';
import { signOut } from '../../api/sign-out.ts';
import { Modal } from '../../components/dialog.tsx';
import { useCountdown } from '../../hooks/use-timers.ts';
import { passwordMessages } from '../../text/password.ts';

/** Account area, section 9. */
const SECONDS = 5;

const leave = async () => {
  await signOut();
  location.assign(LOGIN);
};

/** After a change of password: leads to the login page by itself after 5 s, or at once. */
export function ChangedDialog() {
  const [left] = useCountdown(SECONDS);
  const [leaving, setLeaving] = useState(false);
  const go = () => setLeaving(true);

  useEffect(() => {
    if (left === 0) setLeaving(true);
  }, [left]);
  useEffect(() => {
    if (leaving) leave();
  }, [leaving]);

  const text = (
    <>
      {passwordMessages.loginWithNew} The login page opens in{' '}
      <span className="num" role="timer">
        {left}
      </span>{' '}
      {left === 1 ? 'second' : 'seconds'}.
    </>
  );
  return (
    <Modal title={passwordMessages.passwordChanged} text={text} closedBy="closerequest" onCancel={go}>
      <div className="form__end">
        <button className="btn" type="button" aria-busy={leaving || undefined} onClick={go}>
          Confirm and Login Now
        </button>
      </div>
    </Modal>
  );
}
