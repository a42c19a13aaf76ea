import { deliverDueMail } from '../domain/mail/deliver-due-mail.ts';

/** Started by the table's stream at once and by the minute schedule in any case. */
export const deliverMail = (needs: Parameters<typeof deliverDueMail>[0]): Promise<number> =>
  deliverDueMail(needs);
