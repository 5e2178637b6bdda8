/** A reporter beside vitest's own: counts tests by project and writes them as JSON. */
import { writeFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, seconds: number }} Count */

export default class CountingReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} errors raised outside of any test
   */
  onTestRunEnd(modules, errors) {
    /** @type {Record<string, Count>} */
    const projects = {};
    /** @type {string[]} */
    const skipped = [];
    for (const module of modules) {
      // A browser's project is called `chromium (chromium)`.
      const name = module.project.name.replace(/ .*/, '');
      projects[name] ??= { passed: 0, failed: 0, skipped: 0, seconds: 0 };
      const count = projects[name];
      count.seconds += module.diagnostic().duration / 1000;
      // A file that cannot be loaded has no tests, yet it failed.
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed += 1;
        else if (state === 'failed') count.failed += 1;
        else {
          count.skipped += 1;
          skipped.push(`${name}: ${module.relativeModuleId} > ${test.fullName}`);
        }
      }
    }
    const target = process.env['UNWIND_TEST_COUNTS'];
    if (target === undefined) return;
    writeFileSync(target, JSON.stringify({ projects, skipped, errors: errors.length }));
  }
}
