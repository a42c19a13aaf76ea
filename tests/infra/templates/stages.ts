import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { type Stage, stages } from '../../../infra/stages.ts';
import { laterChanges, type Resource, statements, synthesised } from '../synthesised.ts';

const isKept = ({ DeletionPolicy }: Resource) => DeletionPolicy?.startsWith('Retain') ?? false;
const typesOf = (resources: Resource[]) => [...new Set(resources.map(({ Type }) => Type))].sort();

/** The stacks that nobody deletes by mistake. */
const protectedStacks = (stage: Stage) =>
  synthesised(stage)
    .deployment.node.children.filter((child) => child instanceof Stack)
    .flatMap((stack) => (stack.terminationProtection ? [stack.stackName] : []));

describe('a stage', () => {
  it('that keeps its data keeps all of it, unless the deployment that makes it fails', () => {
    const { resources, find } = synthesised(stages.production);
    expect(protectedStacks(stages.production)).toEqual(['asiagraphics-production-data']);
    const kept = resources.filter(isKept);
    expect(typesOf(kept)).toEqual([
      'AWS::DynamoDB::GlobalTable',
      'AWS::Logs::LogGroup',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
    ]);
    // The table's own protection would stop its deletion at that time too.
    const always = kept.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain');
    expect(typesOf(always)).toEqual(['AWS::DynamoDB::GlobalTable']);
    for (const { id, UpdateReplacePolicy } of kept) expect(UpdateReplacePolicy, id).toBe('Retain');
    const lost = resources.filter((each) => !isKept(each) && typesOf(kept).includes(each.Type));
    // The logs of the CDK's helper functions say nothing of members.
    const ids = new Set(lost.map(({ id }) => id.replace(/[\dA-F]{8}$/, '')));
    expect([...ids].filter((id) => !id.startsWith('Custom')).sort()).toEqual(['OriginSecret', 'UploadLog']);
    expect(find('Custom::S3AutoDeleteObjects')).toEqual([]);
  });

  it('can use a restored table, while its own one stays', () => {
    const restored = synthesised(laterChanges);
    expect(JSON.stringify(restored.of('AWS::Lambda::Function'))).toContain(
      '"TABLE_NAME":"members-of-last-week"',
    );
    expect(JSON.stringify(statements(restored.of('AWS::IAM::Policy')))).toContain(
      'table/members-of-last-week',
    );
    expect(restored.find('AWS::DynamoDB::GlobalTable')).toEqual(
      synthesised().find('AWS::DynamoDB::GlobalTable'),
    );
    expect(() => synthesised({ restoredTable: 'members-of-last-week' })).toThrow(
      'infra/stages.ts: restoredTable of "production" is no ARN of a stream: members-of-last-week.',
    );
  });
});
