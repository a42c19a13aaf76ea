import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { statements, synthesised } from '../synthesised.ts';

const { data } = synthesised();

describe('a stage', () => {
  it('for trials can be deleted completely', () => {
    const staging = synthesised({ name: 'staging', keepsData: false });
    expect(staging.dataOf('AWS::DynamoDB::GlobalTable')[0]?.DeletionPolicy).toBe('Delete');
    for (const secret of staging.dataOf('AWS::SecretsManager::Secret'))
      expect(secret.DeletionPolicy).toBe('Delete');
  });

  it('can use a restored table, while its own one stays', () => {
    const restored = synthesised({ restoredTable: 'members-of-last-week' });
    restored.website.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ TABLE_NAME: 'members-of-last-week' }) },
    });
    expect(JSON.stringify(statements(restored.of('AWS::IAM::Policy')))).toContain(
      'table/members-of-last-week',
    );
    const exported = (template: typeof data) => Object.keys(template.findOutputs('*'));
    expect(exported(restored.data)).toEqual(
      expect.arrayContaining(exported(data).filter((name) => name.includes('Table'))),
    );
    restored.data.resourceCountIs('AWS::DynamoDB::GlobalTable', 1);
  });
});
