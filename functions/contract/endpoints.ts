import { genSalt, getSalt, login, logout, register } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { getUserInfo } from './user.ts';

/** Every call of the API. The routes and the tests of access read this table; the island imports single rows. */
export const endpoints: readonly Endpoint[] = [getSalt, genSalt, register, login, logout, getUserInfo];
