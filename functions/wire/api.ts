import { ApiConfig, type Environment, readConfig } from '../config.ts';
import { argon2Hasher } from '../crypto/argon2.ts';
import { commonPasswords } from '../crypto/common-passwords.ts';
import { jwtSessionTokens } from '../crypto/session-tokens.ts';
import type { Ambient } from '../domain/ambient.ts';
import { createApp } from '../http/app.ts';
import { openTable } from '../store/client.ts';
import { dynamoCodes } from '../store/codes.ts';
import { dynamoLimits } from '../store/limits.ts';
import { dynamoMembers } from '../store/members.ts';
import { dynamoSessions } from '../store/sessions.ts';
import { dynamoTerms } from '../store/terms.ts';

export function wireApi(environment: Environment, ambient: Ambient) {
  const config = readConfig(ApiConfig, environment);
  const table = openTable(config.TABLE_NAME);
  return createApp(
    {
      ...ambient,
      members: dynamoMembers(table),
      sessions: dynamoSessions(table),
      limits: dynamoLimits(table),
      codes: dynamoCodes(table),
      terms: dynamoTerms(table),
      tokens: jwtSessionTokens(config.TOKEN_KEYS, config.SITE_URL),
      passwords: argon2Hasher(config.PASSWORD_PEPPER),
      commonPasswords,
    },
    { originSecret: config.ORIGIN_SECRET },
  );
}
