import { BatchGetItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import express from 'express';
import jwt from 'jsonwebtoken';
import serverless from 'serverless-http';

/** GET /api/userinfo as Express has it done: token, session and member in one read, profile. */

const { TABLE_NAME, TOKEN_KEYS, SITE_URL, ORIGIN_SECRET } = process.env;
const { current } = JSON.parse(TOKEN_KEYS);
const client = new DynamoDBClient({ maxAttempts: 4 });

const app = express();
app.use(express.json());

app.use((request, response, next) => {
  if (request.get('x-origin-secret') === ORIGIN_SECRET) return next();
  response.status(403).json({ message: 'Requests come from the site itself' });
});

const shown = [
  ...['uid', 'username', 'email', 'emailVerified', 'gender', 'affiliation', 'country', 'title', 'education'],
  ...['phone', 'address', 'homepage', 'description', 'firstName', 'lastName', 'yearOfDegree'],
];
app.get('/api/userinfo', async (request, response) => {
  const caller = await authenticate(request.get('authorization'));
  if (!caller) return response.status(401).json({ message: 'Please sign in' });
  const { dateOfBirth: dob } = caller;
  const data = Object.fromEntries(shown.map((name) => [name, caller[name]]));
  response.set('Cache-Control', 'no-store').json({ code: 1, msg: 'OK', data: { ...data, dob } });
});

async function authenticate(authorization = '') {
  try {
    const token = authorization.replace(/^Bearer /, '');
    const claims = { algorithms: ['HS256'], issuer: SITE_URL, audience: 'member' };
    const { sub, jti } = jwt.verify(token, current, claims);
    const Keys = ['PROFILE', `SESSION#${jti}`].map((sk) => marshall({ pk: `MEMBER#${sub}`, sk }));
    const read = new BatchGetItemCommand({ RequestItems: { [TABLE_NAME]: { Keys, ConsistentRead: true } } });
    const { Responses } = await client.send(read);
    const rows = Responses[TABLE_NAME].map((row) => unmarshall(row));
    const member = rows.find(({ sk }) => sk === 'PROFILE');
    const session = rows.find(({ sk }) => sk !== 'PROFILE');
    if (!session || member?.state !== 'active' || member.epoch !== session.epoch) return undefined;
    return Date.now() < Date.parse(session.lastSeenAt) + 2 * 3_600_000 ? member : undefined;
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return undefined;
    throw error;
  }
}

export const handler = serverless(app);
