import { type TestCase, VerboseReporter } from 'vitest/node';

/** Prints each step on a line, with its seconds; failures follow at the end. */
export default class StepReporter extends VerboseReporter {
  override onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    const seconds = ((test.diagnostic()?.duration ?? 0) / 1000).toFixed(1).padStart(5);
    this.log(`${seconds} s  ${state === 'passed' ? 'ok' : state.toUpperCase()}: ${test.name}`);
  }
}
