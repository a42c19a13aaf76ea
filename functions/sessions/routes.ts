import { genSalt, getSalt, login, register } from '#contract/auth';
import { logout } from '#contract/logout';
import type { Caller } from '../members/member.ts';
import { type RegistrationDeps, registerMember } from '../members/register.ts';
import { findSalt, newSalt } from '../members/salts.ts';
import type { Router } from '../platform/http/router.ts';
import { signOut } from './authenticate.ts';
import { type SignInDeps, signIn } from './sign-in.ts';

export function authRoutes(on: Router<Caller>, deps: SignInDeps & RegistrationDeps): void {
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
