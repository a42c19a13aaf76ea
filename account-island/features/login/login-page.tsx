import {
  Activity,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { USER_CENTER } from '../../api/redirects.ts';
import { readToken } from '../../api/token.ts';
import { importWithTimeout, LazyBoundary } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/query-state.tsx';
import { messages } from '../../text/account.ts';
import { type FormName, formIn, showForm, useSearch } from './form-link.tsx';
import { type Arrival, LoginForm } from './login-form.tsx';

const RegisterForm = lazy(() => importWithTimeout(() => import('./register-form.tsx')));
const ForgotPasswordForm = lazy(() => importWithTimeout(() => import('./forgot-password-form.tsx')));

const TITLES: Record<FormName, string> = {
  login: 'Login',
  register: 'Information Configuration',
  forgot: 'Forgot password',
};

/** One of three forms in sight. The others keep what was typed while they are out of sight. */
export function LoginPage({ contact }: { contact?: string | undefined }) {
  const form = formIn(useSearch());
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastForm = useRef(form);
  const [opened, setOpened] = useState<ReadonlySet<FormName>>(new Set());
  const [arrival, setArrival] = useState<Arrival>();
  const isGuest = useRedirectMembers();

  if (form !== 'login' && !opened.has(form)) setOpened(new Set(opened).add(form));

  // In sight only where it is what the address asks for, and that of a guest; intercept-submit.ts did so before.
  useLayoutEffect(() => {
    page.current?.toggleAttribute('hidden', !isGuest || form !== formIn(location.search));
  }, [isGuest, form]);

  useEffect(() => {
    document.title = document.title.replace(/^.*?(?= - )/, TITLES[form]);
    if (lastForm.current !== form) heading.current?.focus({ preventScroll: true });
    lastForm.current = form;
  }, [form]);

  const backToLogin = (from: Arrival) => {
    setArrival(from);
    setOpened(new Set());
    showForm('login', 'replace');
  };

  return (
    <div ref={page} data-form={form} suppressHydrationWarning>
      <h1 ref={heading} tabIndex={-1}>
        {TITLES[form]}
      </h1>
      {form === 'login' && <LoginForm key={arrival?.text} contact={contact} arrival={arrival} />}
      {opened.has('register') && (
        <LazyForm isShown={form === 'register'}>
          <RegisterForm onRegistered={backToLogin} />
        </LazyForm>
      )}
      {opened.has('forgot') && (
        <LazyForm isShown={form === 'forgot'}>
          <ForgotPasswordForm onReset={backToLogin} />
        </LazyForm>
      )}
    </div>
  );
}

/** A form whose code arrives when it is opened, and which keeps what was typed while another one is in sight. */
const LazyForm = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (
  <Activity mode={isShown ? 'visible' : 'hidden'}>
    <LazyBoundary>
      <Suspense fallback={<Loading label={messages.loadingPanel} />}>{children}</Suspense>
    </LazyBoundary>
  </Activity>
);

/**
 * Sends members to the user center, also from a copy of the page in the browser's back-forward cache.
 * Says whether this is a guest.
 */
function useRedirectMembers(): boolean {
  const [isGuest, setIsGuest] = useState(true);

  useLayoutEffect(() => {
    const admit = () => {
      if (readToken() === null) return;
      setIsGuest(false);
      location.replace(USER_CENTER);
    };
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && admit();
    admit();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  return isGuest;
}
