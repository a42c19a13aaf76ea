/** What a request carries on its way through the app, for the log. */
export interface ApiEnv {
  Variables: { requestId: string; uid?: string };
}
