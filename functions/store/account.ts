import type { Credentials } from 'aws4';

/** Where DynamoDB is, and who asks. */
export interface Account {
  region: string;
  endpoint: string;
  credentials: () => Promise<Credentials>;
}

/** What a Lambda's environment says; what is given counts in its place. */
export function accountOf(given: Partial<Account>): Account {
  const region = given.region ?? required('AWS_REGION');
  const amazon = `https://dynamodb.${region}.amazonaws.com`;
  return {
    region,
    endpoint:
      given.endpoint ?? process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? process.env['AWS_ENDPOINT_URL'] ?? amazon,
    credentials: given.credentials ?? ownCredentials(),
  };
}

/** Of the function's role; they hold for as long as its process lives. */
function ownCredentials(): Account['credentials'] {
  const sessionToken = process.env['AWS_SESSION_TOKEN'];
  const own = Promise.resolve({
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken && { sessionToken }),
  });
  return () => own;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment is not complete: ${name} is missing`);
  return value;
}
