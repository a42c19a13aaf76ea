import { endpoint, MessageReply, NoInput } from './endpoint.ts';

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'bearer',
  request: NoInput,
  status: 200,
  reply: MessageReply,
});
