/** The token of an unsubscribe link: the member's UID, the list, and a keyed hash of both. */
export const UNSUBSCRIBE_TOKEN = /^(\d{1,20})\.announcements\.([\w-]{43})$/;
