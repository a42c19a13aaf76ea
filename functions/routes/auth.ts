import { genSalt, getSalt, login, register } from '#contract/auth';
import { logout } from '#contract/logout';
import { type RegistrationDeps, registerMember } from '../domain/members/register-member.ts';
import { findSalt, newSalt } from '../domain/members/salts.ts';
import { signOut } from '../domain/sessions/authenticate.ts';
import { type SignInDeps, signIn } from '../domain/sessions/sign-in.ts';
import type { Router } from '../http/register.ts';

export function authRoutes(on: Router, deps: SignInDeps & RegistrationDeps): void {
  on.open(getSalt, async ({ input, network }) => ({ salt: await findSalt(deps, input.username, network) }));

  on.open(genSalt, async () => ({ salt: newSalt(deps) }));

  on.open(register, async ({ input, network }) => {
    const { userName, dob, ...rest } = input;
    await registerMember(
      deps,
      { ...rest, username: userName, dateOfBirth: dob, homepage: '', description: '' },
      network,
    );
    return { message: 'Registration successful!' };
  });

  on.open(login, ({ input, network, browser }) => signIn(deps, { ...input, network, browser }));

  on.open(logout, async ({ bearer, network }) => {
    await signOut(deps, bearer, network);
    return { message: 'Signed out' };
  });
}
