import { endpoint, MessageReply, NoBody } from './endpoint.ts';

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'bearer',
  request: NoBody,
  status: 200,
  reply: MessageReply,
});
