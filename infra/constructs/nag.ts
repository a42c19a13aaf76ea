import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** What these find stops the synthesis. */
export const addChecks = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/** Accepts findings here, for a reason. */
export const acknowledge = (scope: IConstruct, reason: string, ...ids: string[]): void =>
  Validations.of(scope).acknowledge(...ids.map((id) => ({ id, reason })));
