export interface StripeSettings {
  key: string;
  /** Signs what Stripe sends of itself; who does not listen has none. */
  webhookSecret: string | undefined;
  /** Ids of our hosted pages; what the account sells besides is not looked at. */
  linkIds: readonly string[];
  /** `STRIPE_API`, or the origin of a stand-in. */
  api: string;
}

export const STRIPE_API = 'https://api.stripe.com';

/** Whether a key works on real money. */
export const isLiveKey = (key: string): boolean => key.includes('_live_');
