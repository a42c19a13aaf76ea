/** /login: rendered at build, and hydrated in the browser. */
export { LoginPage as default } from './member/login/login-page.tsx';
