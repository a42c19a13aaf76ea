/** A production build leaves sample entries out. */
export const withSamples = process.env['SAMPLES'] !== 'no';

export const shown = ({ sample }: { sample?: true | undefined }) => withSamples || !sample;
