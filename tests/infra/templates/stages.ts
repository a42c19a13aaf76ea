import { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type Stage, stages } from '../../../infra/stages.ts';
import { laterChanges, type Resource, statements, synthesised } from '../synthesised.ts';

const { data } = synthesised();

interface DeletedResource extends Resource {
  Type: string;
  UpdateReplacePolicy?: string;
}

/** Every stack and resource of a stage. */
function allOf(stage: Stage) {
  const { deployment } = synthesised(stage);
  const stacks = deployment.node.children.filter((child) => child instanceof Stack);
  const resources = stacks.flatMap((stack) => {
    const { Resources } = Template.fromStack(stack).toJSON() as {
      Resources: Record<string, DeletedResource>;
    };
    return Object.entries(Resources).map(([id, resource]) => ({ id, ...resource }));
  });
  return { stacks, resources };
}

const isKept = ({ DeletionPolicy }: Resource) => DeletionPolicy?.startsWith('Retain') ?? false;

describe('a stage', () => {
  it('for trials can be deleted completely', () => {
    const { stacks, resources } = allOf(stages.staging);
    for (const stack of stacks) expect(stack.terminationProtection, stack.stackName).toBeFalsy();
    expect(resources.filter(isKept).map(({ id }) => id)).toEqual([]);
    expect(JSON.stringify(resources)).not.toContain('"DeletionProtectionEnabled":true');
    // S3 deletes empty buckets only.
    const buckets = resources.filter(({ Type }) => Type === 'AWS::S3::Bucket').map(({ id }) => id);
    const emptied = resources
      .filter(({ Type }) => Type === 'Custom::S3AutoDeleteObjects')
      .map(({ Properties }) => (Properties['BucketName'] as { Ref: string }).Ref);
    expect(buckets).toHaveLength(5);
    expect(emptied.sort()).toEqual(buckets.sort());
  });

  it('that keeps its data keeps all of it, unless the deployment that makes it fails', () => {
    const { stacks, resources } = allOf(stages.production);
    expect(stacks.flatMap((stack) => (stack.terminationProtection ? [stack.stackName] : []))).toEqual([
      'asiagraphics-production-data',
    ]);
    const kept = resources.filter(isKept);
    const typesOf = (found: typeof kept) => [...new Set(found.map(({ Type }) => Type))].sort();
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
    const notKept = resources.filter(
      (resource) => !isKept(resource) && typesOf(kept).includes(resource.Type),
    );
    // The logs of the CDK's helper functions say nothing of members.
    const ids = new Set(notKept.map(({ id }) => id.replace(/[\dA-F]{8}$/, '')));
    expect([...ids].filter((id) => !id.startsWith('Custom')).sort()).toEqual(['OriginSecret', 'UploadLog']);
    expect(resources.filter(({ Type }) => Type === 'Custom::S3AutoDeleteObjects')).toEqual([]);
  });

  it('can use a restored table, while its own one stays', () => {
    const restored = synthesised(laterChanges);
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
