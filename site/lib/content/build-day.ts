import { hongKongDate } from '#shared/hong-kong';

/** The day of the build in Hong Kong: what is next, and what is over. BUILD_DAY=2027-01-02 builds the site of another day. */
export const buildDay = process.env['BUILD_DAY'] ?? hongKongDate(new Date());
