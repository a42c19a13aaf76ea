import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FormName, formIn, showForm, useSearch } from './form-choice.ts';
import { LoginForm } from './login-form.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { useGuestsOnly } from './use-guests-only.ts';

const TITLES: Record<FormName, string> = { login: 'Login', register: 'Information Configuration' };

/** /login, account area, section 2. The registration form keeps what was typed while the other one is in sight. */
export function LoginPage({ contact }: { contact: string }) {
  const form = formIn(useSearch());
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastForm = useRef(form);
  const [registering, setRegistering] = useState(false);
  const [registered, setRegistered] = useState<string>();
  const isGuest = useGuestsOnly();

  if (form === 'register' && !registering) setRegistering(true);

  // In sight only where it is what the address asks for, and that of a guest; hold-submit.ts did so before.
  useLayoutEffect(() => {
    page.current?.toggleAttribute('hidden', !isGuest || form !== formIn(location.search));
  }, [isGuest, form]);

  useEffect(() => {
    document.title = document.title.replace(/^.*?(?= - )/, TITLES[form]);
    if (lastForm.current !== form) heading.current?.focus({ preventScroll: true });
    lastForm.current = form;
  }, [form]);

  const onRegistered = (username: string) => {
    setRegistered(username);
    setRegistering(false);
    showForm('login', 'replace');
  };

  return (
    <div ref={page} data-form={form} suppressHydrationWarning>
      <h1 ref={heading} tabIndex={-1}>
        {TITLES[form]}
      </h1>
      {form === 'login' && <LoginForm key={registered} contact={contact} registered={registered} />}
      {registering && (
        <Activity mode={form === 'register' ? 'visible' : 'hidden'}>
          <RegistrationForm onRegistered={onRegistered} />
        </Activity>
      )}
    </div>
  );
}
