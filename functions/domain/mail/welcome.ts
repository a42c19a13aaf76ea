import type { Member } from '../members/member.ts';
import type { ServiceMail } from './mail.ts';

/** Sent once, with the registration. */
export const welcomeMail = (
  member: Pick<Member, 'email' | 'firstName' | 'username' | 'uid'>,
  id: string,
  dueAt: string,
): ServiceMail => ({
  id,
  to: member.email,
  subject: 'Your account at the Asia Graphics Association',
  text: [
    `Dear ${member.firstName},`,
    'Your account has been created.',
    `Username: ${member.username}\nMembership ID: ${member.uid}`,
    'Conferences ask for the membership ID when you register at the member rate. It counts once the membership fee of the year is paid.',
    'If you did not register, somebody typed your address by mistake. You need do nothing.',
    'Asia Graphics Association (AG)',
  ].join('\n\n'),
  dueAt,
});
