import { stripVTControlCharacters } from 'node:util';
import {
  DefaultReporter,
  type TestCase,
  type TestModule,
  type TestProject,
  type TestSpecification,
} from 'vitest/node';

/** The tests of one project. */
interface Stage {
  filesLeft: number;
  startedAt?: number;
  passed: number;
  failed: number;
}

/**
 * For a log rather than a terminal: a line for each project when its last file has ended, like those of the other steps,
 * then the failures.
 */
export default class PlainReporter extends DefaultReporter {
  #stages = new Map<TestProject, Stage>();

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    for (const { project } of specifications) {
      const stage = this.#stages.get(project) ?? { filesLeft: 0, passed: 0, failed: 0 };
      stage.filesLeft += 1;
      this.#stages.set(project, stage);
    }
  }

  override onTestModuleQueued(file: TestModule): void {
    super.onTestModuleQueued(file);
    const stage = this.#stages.get(file.project);
    if (stage) stage.startedAt ??= performance.now();
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test);
    // Where the test ran, nobody knew that nothing shows the colours.
    for (const error of test.result().errors ?? [])
      if (error.diff) error.diff = stripVTControlCharacters(error.diff);
  }

  override onTestModuleEnd(file: TestModule): void {
    super.onTestModuleEnd(file);
    const stage = this.#stages.get(file.project);
    if (!stage) return;
    // Counted here: the last results of a file may be told after its end.
    for (const test of file.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed' || state === 'failed') stage[state] += 1;
    }
    // A file that cannot be loaded has no failed test.
    if (file.state() === 'failed' && file.errors().length > 0) stage.failed += 1;
    stage.filesLeft -= 1;
    if (stage.filesLeft > 0) return;
    const { startedAt = 0, passed, failed } = stage;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    this.log(
      `${failed === 0 ? 'ok   ' : 'FAILS'} tests: ${file.project.name} (${seconds} s): ${passed} passed, ${failed} failed`,
    );
  }

  /** The failures are printed at the end. */
  override printTestModule(): void {}
}
