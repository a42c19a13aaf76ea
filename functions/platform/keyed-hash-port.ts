/** HMAC-SHA256 under the mail's own key. `purpose` keeps one use's values from standing for another's. */
export interface KeyedHash {
  of(purpose: string, content: string | Uint8Array): Uint8Array;
  /** Compared in constant time. */
  matches(purpose: string, text: string, hash: Uint8Array): boolean;
}
