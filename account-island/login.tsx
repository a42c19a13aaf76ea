import { LoginPage } from './features/login/login-page.tsx';

/** /login: rendered at build, and hydrated in the browser. */
export default function Login({ contact }: { contact?: string | undefined }) {
  return <LoginPage contact={contact} />;
}
