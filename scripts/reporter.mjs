/** A reporter beside vitest's own: counts tests by project and writes them as JSON. */
import { writeFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Count */
/**
 * @typedef {{ projects: Record<string, Count>, skipped: string[], errors: number }} Counts
 * `skipped` tests are among the failed ones; `errors` were raised outside of any test.
 */

export default class CountingReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} errors
   */
  onTestRunEnd(modules, errors) {
    const target = process.env['UNWIND_TEST_COUNTS'];
    if (target === undefined) return;
    /** @type {Counts} */
    const counts = { projects: {}, skipped: [], errors: errors.length };
    for (const module of modules) {
      // A browser's project is called `chromium (chromium)`.
      const name = module.project.name.replace(/ .*/, '');
      counts.projects[name] ??= { passed: 0, failed: 0 };
      const count = counts.projects[name];
      // A file that cannot be loaded has no tests, yet it failed.
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed += 1;
        else count.failed += 1;
        if (state === 'skipped' || state === 'pending') {
          counts.skipped.push(`${name}: ${module.relativeModuleId} > ${test.fullName}`);
        }
      }
    }
    writeFileSync(target, JSON.stringify(counts));
  }
}
