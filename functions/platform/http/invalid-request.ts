export interface Issue {
  /** Where in the request, `a.b.0`; empty for the whole of it. */
  path: string;
  message: string;
}

/** The request does not have the shape that its call asks for. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  readonly issues: Issue[];

  constructor(issues: readonly { path: PropertyKey[]; message: string }[], options?: ErrorOptions) {
    super('The request does not have its shape', options);
    this.issues = issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  }
}
