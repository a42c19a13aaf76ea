import type { Totp } from '../second-factor/second-factor.ts';

const ISSUER = 'Asia Graphics Association';
const STEP_SECONDS = 30;

/** Loaded with the first code: most calls check none. */
const otplib = () => import('otplib');

export const appCodes: Totp = {
  async matchingTimeStep(secret, token, now, afterTimeStep) {
    const epoch = Math.floor(now.getTime() / 1000);
    const latestStep = Math.floor(epoch / STEP_SECONDS) + 1;
    // The library throws for what is no code, and for a last step that lies ahead, as after a clock was set back.
    if (!/^\d{6}$/.test(token) || afterTimeStep > latestStep) return undefined;
    const { verifySync } = await otplib();
    const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS, afterTimeStep });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  },

  async setupOf(secret, label) {
    const { generateURI, ScureBase32Plugin } = await otplib();
    const text = new ScureBase32Plugin().encode(secret, { padding: false });
    return { secret: text, uri: generateURI({ issuer: ISSUER, label, secret: text }) };
  },
};
