import type { TestProject } from 'vitest/node';
import { startDatabase } from '../../../infra/local/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    dynamoEndpoint: string;
  }
}

/** One database in memory for the whole run; each test file creates its own tables in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startDatabase();
  project.provide('dynamoEndpoint', database.endpoint);
  return () => database.stop();
}
