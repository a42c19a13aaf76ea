import type { ComponentProps } from 'react';
import { LoginPage } from './member/login/login-page.tsx';

/** /login: rendered at build, and hydrated in the browser. */
export default function Login(props: ComponentProps<typeof LoginPage>) {
  return <LoginPage {...props} />;
}
