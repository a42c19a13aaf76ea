import { CfnResource, CustomResourceProviderBase, RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * Gives the CDK's own helper functions below this construct a log that ends: Lambda would make one that is kept for ever.
 * A validation, because the helpers that pass values to other regions are added after all aspects have run.
 */
export const limitHelperLogs = (scope: Construct): void =>
  scope.node.addValidation({
    validate: () => {
      for (const helper of scope.node
        .findAll()
        .filter((each) => each instanceof CustomResourceProviderBase)) {
        const handler = helper.node.findChild('Handler');
        if (!(handler instanceof CfnResource) || helper.node.tryFindChild('Log')) continue;
        const { logGroupName } = new LogGroup(helper, 'Log', {
          retention: RetentionDays.THREE_MONTHS,
          removalPolicy: RemovalPolicy.DESTROY,
        });
        handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroupName });
      }
      return [];
    },
  });
