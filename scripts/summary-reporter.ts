import type { Reporter, TestModule } from 'vitest/node';

/** Ends a test run with one plain line that scripts can read: `N passed, N failed`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const brokenModules = modules.filter(
      (module) => module.state() === 'failed' && !hasFailedTest(module),
    ).length;
    const failed = count('failed') + brokenModules + unhandledErrors.length;
    process.on('exit', () => console.log(`${count('passed')} passed, ${failed} failed`));
  }
}

function hasFailedTest(module: TestModule): boolean {
  return [...module.children.allTests()].some((test) => test.result().state === 'failed');
}
