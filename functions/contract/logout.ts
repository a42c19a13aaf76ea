import { endpoint, NoBody } from './endpoint.ts';
import { Message } from './values.ts';

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'bearer',
  request: NoBody,
  status: 200,
  reply: Message,
});
