import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { USER_CENTER } from '../../api/redirects.ts';
import { onTokenChangedElsewhere, readToken, type SessionEnd, takeSessionEnd } from '../../api/token.ts';
import { signInMessages } from '../../text/sign-in.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type FormName, formIn, showForm, useLocationPart } from './form-link.tsx';
import { type Arrival, LoginForm } from './login-form.tsx';

const RegisterForm = lazyPart(() => import('./register-form.tsx'));
const ForgotPasswordForm = lazyPart(() => import('./forgot-password-form.tsx'));

const TITLES: Record<FormName, string> = {
  login: 'Login',
  register: 'Information Configuration',
  forgot: 'Forgot password',
};

interface Props {
  /** The day of the build, YYYY-MM-DD. */
  builtOn: string;
  contact?: string | undefined;
}

/** Shows one of three forms. The others keep what was typed while they are hidden. */
export function LoginPage({ builtOn, contact }: Props) {
  const form = formIn(useLocationPart('search'));
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastForm = useRef(form);
  const [opened, setOpened] = useState<ReadonlySet<FormName>>(new Set());
  const [arrival, setArrival] = useState<Arrival>();
  const isGuest = useRedirectMembers();
  const [end, setEnd] = useState<SessionEnd>();

  useEffect(() => setEnd(takeSessionEnd()), []);

  if (form !== 'login' && !opened.has(form)) setOpened(new Set(opened).add(form));

  // Shown only if the address asks for it and the visitor is a guest; before hydration, intercept-submit.ts does the
  // same.
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
      {form === 'login' && end && !arrival && (
        <Notice tone="warning" role="alert">
          {signInMessages.logInAgain[end]}
        </Notice>
      )}
      {form === 'login' && <LoginForm key={arrival?.text} contact={contact} arrival={arrival} />}
      {opened.has('register') && (
        <Activity mode={form === 'register' ? 'visible' : 'hidden'}>
          <RegisterForm builtOn={builtOn} onRegistered={backToLogin} />
        </Activity>
      )}
      {opened.has('forgot') && (
        <Activity mode={form === 'forgot' ? 'visible' : 'hidden'}>
          <ForgotPasswordForm onReset={backToLogin} />
        </Activity>
      )}
    </div>
  );
}

/**
 * Redirects members to the user center, also when they log in in another tab or come back by the browser's back-forward
 * cache. Returns whether the visitor is a guest.
 */
function useRedirectMembers(): boolean {
  const [isGuest, setIsGuest] = useState(true);

  useLayoutEffect(() => {
    const admit = () => {
      if (readToken() === null) return;
      setIsGuest(false);
      location.replace(USER_CENTER);
    };
    admit();
    const listening = new AbortController();
    onTokenChangedElsewhere(admit, listening);
    return () => listening.abort();
  }, []);

  return isGuest;
}
