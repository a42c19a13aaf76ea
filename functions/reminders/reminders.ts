import type { TransactionalMail } from '../mail/transactional/mail.ts';
import type { Member } from '../members/member.ts';
import type { DueStage } from './stages.ts';

/** A member as they are at this moment, as far as a reminder concerns them. */
export type Addressee = Pick<
  Member,
  'uid' | 'email' | 'firstName' | 'emailVerified' | 'state' | 'activeUntil'
>;

export interface Reminders {
  /** Membership IDs of those whose membership ends on that 1 January, some at a time; it may be a moment old. */
  endingOn(expireDate: string): AsyncIterable<readonly string[]>;
  /** Those of them that have not been reminded at this stage. */
  findSentMarks(uids: readonly string[], due: DueStage): Promise<Addressee[]>;
  /**
   * The reminder's mark and its mail, all or nothing. `known`: the mark is there already. `changed`: the member is no
   * longer as they were seen; they have paid, moved, or left.
   */
  remind(
    member: Addressee,
    due: DueStage,
    mail: TransactionalMail,
  ): Promise<'reminded' | 'known' | 'changed'>;
}
