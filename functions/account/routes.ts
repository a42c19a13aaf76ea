import {
  checkAdmin,
  deleteAccount as deleteCall,
  exportData,
  getDevices,
  secureAccount as secureCall,
  signOutDevices,
} from '#contract/account';
import { deleteMember as deleteMemberCall } from '#contract/admin-members';
import { getHistory } from '#contract/audit';
import { changePasskeys, getPasskeys } from '#contract/passkeys';
import { changeSecondFactor, getSecondFactor } from '#contract/second-factor';
import { actorFromMember, toAuditPageReply } from '../audit/audit.ts';
import { listAuditOfMember } from '../audit/repository.ts';
import type { Caller } from '../members/member.ts';
import { findMissingSecondFactor } from '../members/require-second-factor.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { deleteAccount, deleteMember } from './delete-account.ts';
import { listDevices, signOutOtherDevices } from './devices.ts';
import { exportMemberData } from './export-data.ts';
import { listPasskeys } from './passkey-repository.ts';
import { beginPasskey, describePasskey, finishPasskey, removePasskey } from './passkeys.ts';
import { getSecondFactorStatus, giveSecondFactor, type SecondFactorContext } from './second-factor.ts';
import { secureAccount } from './secure-account.ts';
import { beginSetup, finishSetup, removeSecondFactor, renewRecoveryCodes } from './set-up-second-factor.ts';

const ENTRIES_PER_PAGE = 50;

export function accountRoutes(
  on: Router<Caller>,
  context: SecondFactorContext &
    Pick<Context, 'mailFiles' | 'passwords' | 'secondFactorPolicy' | 'loadWebauthn'>,
): void {
  on.guarded(exportData, async ({ caller }) => ok(await exportMemberData(context, caller)));

  on.guarded(deleteCall, async ({ input, caller }) => {
    await deleteAccount(context, caller, input);
    return { message: 'Account deleted.' };
  });

  on.guarded(deleteMemberCall, async ({ input: { username, ...input }, caller }) => {
    await deleteMember(context, { actor: actorFromMember(caller.member), ...input }, username);
    return { message: 'Account deleted.' };
  });

  on.guarded(secureCall, async ({ input, caller }) => {
    const email = await secureAccount(context, caller, input.loggedInAt);
    return email === null
      ? { message: 'Logged out on all devices. Your account is disabled.', email }
      : { message: 'Logged out on all devices. A code to set a new password has been sent.', email };
  });

  on.guarded(getDevices, async ({ caller }) => ok(await listDevices(context, caller)));

  on.guarded(signOutDevices, async ({ input, caller }) => {
    await signOutOtherDevices(context, caller, input.reference);
    return {
      message: input.reference === undefined ? 'All other devices logged out.' : 'Device logged out.',
    };
  });

  on.guarded(getPasskeys, async ({ caller }) =>
    ok((await listPasskeys(context, caller.member.uid)).map(describePasskey)),
  );

  on.guarded(changePasskeys, async ({ input, caller }) => {
    switch (input.action) {
      case 'begin':
        return ok({ options: await beginPasskey(context, caller, input) });
      case 'finish':
        await finishPasskey(context, caller, input.response);
        return ok({}, 'Passkey added.');
      case 'remove':
        await removePasskey(context, caller, input);
        return ok({}, 'Passkey removed.');
    }
  });

  on.guarded(getHistory, async ({ input, caller }) => {
    const page = await listAuditOfMember(context, caller.member.uid, ENTRIES_PER_PAGE, input.cursor);
    return ok(toAuditPageReply(page, { namesAdministrators: false }));
  });

  on.guarded(checkAdmin, async ({ caller }) => {
    if (caller.member.role !== 'administrator') return { isAdmin: 0 as const };
    return { isAdmin: 1 as const, reason: await findMissingSecondFactor(context, caller) };
  });

  on.guarded(getSecondFactor, async ({ caller }) => ok(await getSecondFactorStatus(context, caller.member)));

  on.guarded(changeSecondFactor, async ({ input, caller }) => {
    switch (input.action) {
      case 'begin':
        return ok({ setup: await beginSetup(context, caller, input) });
      case 'finish':
        return ok(
          { recoveryCodes: await finishSetup(context, caller, input.code) },
          'Two-step verification is on.',
        );
      case 'renew-recovery-codes':
        return ok({ recoveryCodes: await renewRecoveryCodes(context, caller, input) });
      case 'remove':
        await removeSecondFactor(context, caller, input);
        return ok({}, 'Two-step verification is off.');
      case 'give':
        await giveSecondFactor(context, caller, input.code);
        return ok({}, 'Code accepted.');
    }
  });
}
