import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** Their findings stop the synthesis. */
export const addChecks = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

/** Accepts findings about this construct, with the reason. */
export const acknowledge = (scope: IConstruct, reason: string, ...ids: string[]): void =>
  Validations.of(scope).acknowledge(...ids.map((id) => ({ id, reason })));
