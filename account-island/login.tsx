import { LoginPage } from './features/login/login-page.tsx';

/** /login, account area, section 2: rendered at build, and taken over in the browser. */
export default function Login({ contact }: { contact?: string | undefined }) {
  return <LoginPage contact={contact} />;
}
