import { describe, expect, it } from 'vitest';
import { auditPrefix } from '../../../functions/platform/table/schema.ts';
import { isAllowed } from '../policy.ts';
import { allStatements, laterChanges, onlyOne, type Statement, synthesised } from '../synthesised.ts';

const { of, jobsOf } = synthesised();

const isOfTheTable = (statement: Statement) => JSON.stringify(statement.Action).includes('dynamodb:');
const rightsOfApi = allStatements(of('AWS::IAM::Policy')).filter(isOfTheTable);
const ENTRY = `${auditPrefix}2026-03`;

describe('the audit log', () => {
  it('accepts new rows from the API, which can neither change nor delete one', () => {
    const allowed = (action: string, leadingKey = ENTRY) => isAllowed(rightsOfApi, { action, leadingKey });
    expect(allowed('PutItem')).toBe(true);
    for (const action of ['UpdateItem', 'DeleteItem', 'BatchWriteItem']) {
      expect(allowed(action), action).toBe(false);
      expect(allowed(action, 'MEMBER#12345678'), action).toBe(true);
    }
    for (const action of ['Scan', 'PartiQLUpdate', 'PartiQLDelete', 'DeleteTable'])
      expect(allowed(action), action).toBe(false);
  });

  it('accepts nothing from the jobs, but new rows from the one that applies imports', () => {
    const policies = jobsOf('AWS::IAM::Policy');
    expect(policies.length).toBeGreaterThan(6);
    const allowed = policies.flatMap((policy) => {
      const rights = allStatements([policy]).filter(isOfTheTable);
      const role = JSON.stringify(policy.Properties.Roles);
      return ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']
        .filter((action) => isAllowed(rights, { action, leadingKey: ENTRY }))
        .map((action) => `${action} by ${role.includes('continueimports') ? 'continue-imports' : role}`);
    });
    expect(allowed).toEqual(['PutItem by continue-imports']);
  });

  it.each([
    ['of the stack', {}, { 'Fn::ImportValue': expect.stringContaining('StreamArn') }],
    ['that was restored', laterChanges, laterChanges.restoredTable],
  ])(
    'of a table %s is watched by a function of its own, which reports replaced and removed rows',
    (_, changes, stream) => {
      const { jobsOf } = synthesised(changes);
      expect(onlyOne(jobsOf('AWS::Lambda::EventSourceMapping', 'AuditWatch')).Properties).toMatchObject({
        EventSourceArn: stream,
        FilterCriteria: {
          Filters: [
            {
              Pattern: JSON.stringify({
                eventName: ['MODIFY', 'REMOVE'],
                dynamodb: { Keys: { pk: { S: [{ prefix: auditPrefix }] } } },
              }),
            },
          ],
        },
        DestinationConfig: { OnFailure: expect.anything() },
      });
      const rights = allStatements(jobsOf('AWS::IAM::Policy', 'AuditWatchFunctionRole')).filter(isOfTheTable);
      expect(rights.flatMap(({ Action }) => Action).sort()).toEqual([
        'dynamodb:DescribeStream',
        'dynamodb:GetRecords',
        'dynamodb:GetShardIterator',
        'dynamodb:ListStreams',
      ]);
    },
  );
});
