import { genSalt, getSalt, login, register } from '#contract/auth';
import { logout } from '#contract/logout';
import { type RegistrationNeeds, registerMember } from '../domain/members/register-member.ts';
import { newSalt, saltOf } from '../domain/members/salts.ts';
import { signOut } from '../domain/sessions/authenticate.ts';
import { type SignInNeeds, signIn } from '../domain/sessions/sign-in.ts';
import type { Registrar } from '../http/register.ts';

export function authRoutes(on: Registrar, ports: SignInNeeds & RegistrationNeeds): void {
  on.open(getSalt, async ({ input, network }) => ({ salt: await saltOf(ports, input.username, network) }));

  on.open(genSalt, async () => ({ salt: newSalt(ports) }));

  on.open(register, async ({ input, network }) => {
    const { userName, dob, ...rest } = input;
    await registerMember(
      ports,
      { ...rest, username: userName, dateOfBirth: dob, homepage: '', description: '' },
      network,
    );
    return { message: 'Registration successful!' };
  });

  on.open(login, ({ input, network, browser }) => signIn(ports, { ...input, network, browser }));

  on.open(logout, async ({ bearer, network }) => {
    await signOut(ports, bearer, network);
    return { message: 'Signed out' };
  });
}
