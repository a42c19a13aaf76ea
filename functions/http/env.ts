/** What a request carries on its way through the app. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    /** The caller, for the log. */
    uid?: string;
    /** What a 400 of this call says. */
    invalid?: string;
  };
}
