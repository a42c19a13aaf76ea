import { sendDueMail } from '../mail/transactional/send-due-mail.ts';

/** Started by the table's stream at once and by the minute schedule in any case. */
export const deliverMail = (...given: Parameters<typeof sendDueMail>): Promise<number> =>
  sendDueMail(...given);
