import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from '../stages.ts';

/**
 * What a stage keeps outlives its stack, unless the deployment that makes it fails: its name would be taken at the next
 * one, or nobody would know of it.
 */
export const removalPolicyOf = ({ keepsData }: Pick<Stage, 'keepsData'>): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
