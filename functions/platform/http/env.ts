import type { Endpoint } from '#contract/endpoint';

/** What a request carries on its way through the app. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    /** For the log: the called path where there is one, the caller, the caller's session, and why a call was refused. */
    route?: string;
    uid?: string;
    session?: string;
    refusal?: string;
    /** The call, once it is known. */
    row?: Endpoint;
  };
}
