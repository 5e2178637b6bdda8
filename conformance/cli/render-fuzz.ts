/** A search in the format that the user asked for: of fuzz and of merge. */

import type { FuzzReport } from '../fuzz/report.ts';
import { renderFuzzGithub } from '../report/fuzz/github.ts';
import { renderFuzzJson } from '../report/fuzz/json.ts';
import { renderFuzzJunit } from '../report/fuzz/junit.ts';
import { renderFuzzMarkdown } from '../report/fuzz/markdown.ts';
import { renderFuzz } from '../report/fuzz/pretty.ts';
import { renderFuzzSarif } from '../report/fuzz/sarif.ts';
import type { Again } from '../report/fuzz/words.ts';
import { terminalFor } from './environment.ts';
import type { FUZZ_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { locateFrom } from './locate.ts';
import { summarise } from './summarise.ts';

export type FuzzFormat = (typeof FUZZ_FORMATS)[number];

interface RenderOptions {
  readonly again: Again;
  readonly ascii?: boolean | undefined;
}

/** Writes it to the output; of GitHub's format the summary of the step besides. */
export async function printFuzz(
  report: FuzzReport,
  format: FuzzFormat,
  options: RenderOptions,
  host: Host,
): Promise<void> {
  host.out.write(render(report, format, options, host));
  if (format === 'github') await summarise(renderFuzzMarkdown(report, options.again), host);
}

function render(
  report: FuzzReport,
  format: FuzzFormat,
  { again, ascii }: RenderOptions,
  host: Host,
): string {
  switch (format) {
    case 'pretty':
      return renderFuzz(report, terminalFor(host.out, host, ascii), { again });
    case 'json':
      return renderFuzzJson(report);
    case 'junit':
      return renderFuzzJunit(report, again);
    case 'sarif':
      return renderFuzzSarif(report, { locate: locateFrom(process.cwd()), again });
    case 'github': {
      // Actions takes relative paths as from here, whatever folder a step works in.
      const root = host.environment['GITHUB_WORKSPACE'] || process.cwd();
      return renderFuzzGithub(report, locateFrom(root), again);
    }
    case 'markdown':
      return renderFuzzMarkdown(report, again);
  }
}
