import type { Command } from 'commander';
import * as z from 'zod/mini';
import { AUDIT_ACTIONS, type AuditAction } from '#shared/audit-choices';
import { formatTimestamp } from '#shared/hong-kong';
import { listing } from './listing.ts';
import { addOperatorCommand, type CliContext, fieldOption, jsonOption, textOption } from './options.ts';

const MAX_ENTRIES = 50;

interface AuditFilter {
  by?: string;
  action?: AuditAction;
}

export function addAuditCommand(program: Command, context: CliContext): void {
  const monthOption = fieldOption('month', z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), {
    placeholder: 'YYYY-MM',
    description: 'without NAME: the month, in Hong Kong; by default the current one',
    sentence: 'a month (YYYY-MM)',
  });
  addOperatorCommand(program, context, {
    usage: 'audit [NAME]',
    description: 'Show the latest audit log entries, for all members or for one. Times are in Hong Kong.',
    options: [
      monthOption,
      textOption('by', {
        placeholder: 'ACTOR',
        description:
          "without NAME: only entries by an administrator's username, or operator, member, anonymous",
      }),
      fieldOption('action', z.enum(AUDIT_ACTIONS), {
        placeholder: 'ACTION',
        description: 'without NAME: only this action, as the entries show it',
        sentence: 'an action, as the entries show it',
      }),
      jsonOption(),
    ],
    run: async (
      operator,
      name,
      { month, json, ...filter }: AuditFilter & { month?: string; json?: true },
    ) => {
      const { entries } = name
        ? await operator.listHistory(name, MAX_ENTRIES)
        : await operator.listAudit(month, MAX_ENTRIES, filter);
      return listing(entries, {
        json,
        none: 'No entries.',
        cells: ({ at, actor, action, about, reason, details }) => [
          formatTimestamp(at),
          actor.by === 'person' ? actor.username : actor.by,
          action,
          about ?? '-',
          reason,
          JSON.stringify(details),
        ],
      });
    },
  });
}
