import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';

/** In Logs Insights, for one case: what is in capitals is replaced before the query runs. */
const savedQueries: Readonly<Record<string, readonly string[]>> = {
  'Errors with their requests': [
    'filter level = "error"',
    'fields timestamp, event, requestId, path, job, cause',
    'sort timestamp desc',
  ],
  'A request, by its reference': [
    'filter requestId = "REFERENCE"',
    'fields timestamp, event, level, method, path, status, error, outcome, milliseconds, cause',
    'sort timestamp',
  ],
  'A name or address, by its hash': [
    'filter account = "HASH" or address = "HASH" or network = "HASH"',
    'fields timestamp, event, outcome, action, path, status, uid, session, account, address, network',
    'sort timestamp',
  ],
};

/** The runbook's queries over the logs of all functions, in which each line is an event. */
export function addSavedQueries(scope: Construct, stage: Stage, logs: readonly ILogGroup[]): void {
  for (const [name, query] of Object.entries(savedQueries))
    new CfnQueryDefinition(scope, name.replaceAll(/\W/g, ''), {
      name: `asiagraphics-${stage.name}/${name}`,
      queryString: query.join('\n| '),
      logGroupNames: logs.map(({ logGroupName }) => logGroupName),
    });
}
