const ISSUER = 'Asia Graphics Association';
const STEP_SECONDS = 30;

/** Loaded with the first code: most calls check none. */
const otplib = () => import('otplib');

/** Codes of authenticator apps: SHA-1, six digits, steps of 30 seconds, one step of tolerance either way. */
export const appCodes = {
  /** The time step of the code, if it is later than `afterTimeStep`; undefined for a wrong code. */
  async matchingTimeStep(
    secret: Uint8Array,
    token: string,
    now: Date,
    afterTimeStep: number,
  ): Promise<number | undefined> {
    const epoch = Math.floor(now.getTime() / 1000);
    const latestStep = Math.floor(epoch / STEP_SECONDS) + 1;
    // The library throws for anything but six digits, and for a last step in the future, as after a clock was set back.
    if (!/^\d{6}$/.test(token) || afterTimeStep > latestStep) return undefined;
    const { verifySync } = await otplib();
    const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS, afterTimeStep });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  },

  /** The secret as a person types it and as an app scans it. */
  async createSetup(secret: Uint8Array, label: string): Promise<{ secret: string; uri: string }> {
    const { generateURI, ScureBase32Plugin } = await otplib();
    const text = new ScureBase32Plugin().encode(secret, { padding: false });
    return { secret: text, uri: generateURI({ issuer: ISSUER, label, secret: text }) };
  },
};

export type Totp = typeof appCodes;
