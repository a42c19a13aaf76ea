import type { Endpoint } from '#contract/endpoint';

/** What a request carries on its way through the app. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    /** The caller, for the log. */
    uid?: string;
    /** The call, once it is known. */
    row?: Endpoint;
  };
}
