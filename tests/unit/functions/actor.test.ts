import { expect, it } from 'vitest';
import { type Actor, actorFromMember, actorRole, OPERATOR } from '../../../functions/audit/audit.ts';

it.each<[Actor, string]>([
  [OPERATOR, 'operator'],
  [actorFromMember({ uid: '31415926', username: 'lucy' }), 'administrator'],
  [actorFromMember({ uid: '31415926', username: 'operator' }), 'administrator'],
])('a member sees %j as done by an %s', (actor, role) => {
  expect(actorRole(actor)).toBe(role);
});
