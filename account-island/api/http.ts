import type { RefusalBody } from '#contract/refusal';

/** The three ways a call can fail; there is no fourth. */
export type Failure =
  /** The server says no, in the contract's words. */
  | { kind: 'refused'; status: number; body: RefusalBody; requestId?: string | undefined }
  /** No reply: offline, connection refused, out of time. */
  | { kind: 'unreachable'; reason: string }
  /** A reply that the contract does not know, such as a gateway's error page. */
  | { kind: 'unreadable'; status: number; requestId?: string | undefined };

export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** The name of the endpoint. */
  readonly call: string;
  readonly failure: Failure;

  constructor(call: string, failure: Failure, options?: ErrorOptions) {
    super(failure.kind === 'unreachable' ? failure.reason : `${call}: ${failure.status}`, options);
    this.call = call;
    this.failure = failure;
  }

  /** The status of the reply, or none where there was no reply. */
  get status(): number | undefined {
    return this.failure.kind === 'unreachable' ? undefined : this.failure.status;
  }

  /** Of a failure of the server: the request id, by which its log has the failure. */
  get reference(): string | undefined {
    if (this.failure.kind === 'unreachable' || this.failure.status < 500) return undefined;
    return this.refusal?.requestId ?? this.failure.requestId;
  }

  /** The refusal's body, where the server refused. */
  get refusal(): RefusalBody | undefined {
    return this.failure.kind === 'refused' ? this.failure.body : undefined;
  }
}
