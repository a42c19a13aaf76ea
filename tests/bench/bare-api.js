import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { jwtVerify } from 'jose';

/** GET /api/userinfo with nothing around it: one token verified, one row read. No limits, schemas, session, log or deadline. */

const { TABLE_NAME, TOKEN_KEYS, SITE_URL } = process.env;
const key = new TextEncoder().encode(JSON.parse(TOKEN_KEYS).current);
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ accountIdEndpointMode: 'disabled' }));

const app = new Hono();

app.get('/api/userinfo', async (c) => {
  const token = (c.req.header('authorization') ?? '').replace(/^Bearer /, '');
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    issuer: SITE_URL,
    audience: 'member',
  });
  const read = new GetCommand({
    TableName: TABLE_NAME,
    Key: { pk: `MEMBER#${payload.sub}`, sk: 'PROFILE' },
    ConsistentRead: true,
  });
  const { Item } = await documents.send(read);
  if (!Item) return c.json({ message: 'Please sign in' }, 401);
  return c.json({ code: 1, msg: 'OK', data: { uid: Item.uid, username: Item.username, email: Item.email } });
});

export const handler = handle(app);
