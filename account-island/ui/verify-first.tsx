import { Link } from 'react-router-dom';
import { messages } from '../text/account.ts';
import { Notice } from './notice.tsx';

/** To a member whose address is not verified, with the way to where it is. */
export const VerifyFirst = () => (
  <Notice tone="warning">
    {messages.verifyFirst} <Link to="/profile">{messages.goToProfile}</Link>
  </Notice>
);
