import { createHash } from 'node:crypto';

/**
 * The id of a member's first invitation, whoever sends it: an import and an administrator do not send two. It can be stored
 * once, so that a repeated step of an import invites nobody twice either.
 */
export const firstInvitationId = ({ uid, registeredAt }: { uid: string; registeredAt: string }): string =>
  createHash('sha256').update(`${uid} ${registeredAt} invitation`).digest('hex').slice(0, 32);
