import { type Environment, readConfig, StoreConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { reconcilePayments } from '../jobs/reconcile-payments.ts';
import { openTable } from '../store/client.ts';
import { dynamoTerms } from '../store/terms.ts';
import { wirePayments } from './payments.ts';

export function wireReconciler(environment: Environment, ambient: Ambient): () => Promise<unknown> {
  const terms = dynamoTerms(openTable(readConfig(StoreConfig, environment).TABLE_NAME));
  const provider = wirePayments(environment, ambient);
  return () => reconcilePayments({ ...ambient, ...provider, terms });
}
