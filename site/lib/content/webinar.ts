import { type Chair, WebinarSession } from '../../schemas/webinar.ts';
import { findPictureFiles } from './people.ts';

const aDate =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b/i;

/** The chair's institution. Some old entries have a date there, which is ignored. */
export const findInstitution = ({ affiliation }: Chair) =>
  affiliation && !aDate.test(affiliation) ? affiliation : undefined;

/** The text of the link to a session: its `linktitle`, which some older entries lack. */
export const sessionLinkTitle = ({ number, linktitle, talks }: WebinarSession) =>
  linktitle ?? `Session ${number}: ${talks.map(({ speaker }) => speaker.name).join(', ')}`;

/** Notices about a session that the site can still show. */
export const checkSession = (data: unknown, hasPicture: (file: string) => boolean) => {
  const { data: session } = WebinarSession.safeParse(data);
  if (!session) return [];
  const { chair, talks } = session;
  return [
    ...(chair?.affiliation && !findInstitution(chair)
      ? [`"chair.affiliation" is a date (${chair.affiliation}) and isn't shown. Enter the institution.`]
      : []),
    ...talks.flatMap(({ speaker }, at) =>
      speaker.image && !findPictureFiles(speaker).some(hasPicture)
        ? [
            `"talks.${at}.speaker.image": content/webinars/speakers/${speaker.image} doesn't exist. The default image is shown instead.`,
          ]
        : [],
    ),
  ];
};
