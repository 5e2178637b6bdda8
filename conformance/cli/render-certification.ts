/** A certification in the format that the user asked for: of certify, judge, merge and report. */

import { renderBadgeJson } from '../report/certification/badge.ts';
import { renderCertificationGithub } from '../report/certification/github.ts';
import { renderCertificationJson } from '../report/certification/json.ts';
import { renderJunit } from '../report/certification/junit.ts';
import { renderCertificationMarkdown } from '../report/certification/markdown.ts';
import { renderCertification } from '../report/certification/pretty.ts';
import { renderHtml } from '../report/html/render.ts';
import type { Certification } from '../suite/certification.ts';
import { terminalFor } from './environment.ts';
import type { CERTIFY_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { summarise } from './summarise.ts';

export type CertifyFormat = (typeof CERTIFY_FORMATS)[number];

export interface RenderOptions {
  readonly exitCode: number;
  /** Of the format for people: each rule, not only those that did not pass. */
  readonly verbose?: boolean | undefined;
  readonly ascii?: boolean | undefined;
}

/** Writes it to the output; of GitHub's format the summary of the step besides. */
export async function printCertification(
  certification: Certification,
  format: CertifyFormat,
  options: RenderOptions,
  host: Host,
): Promise<void> {
  host.out.write(render(certification, format, options, host));
  if (format === 'github') await summarise(renderCertificationMarkdown(certification), host);
}

function render(
  certification: Certification,
  format: CertifyFormat,
  { exitCode, verbose, ascii }: RenderOptions,
  host: Host,
): string {
  switch (format) {
    case 'pretty':
      return renderCertification(certification, terminalFor(host.out, host, ascii), {
        verbose: verbose === true,
      });
    case 'json':
      return renderCertificationJson(certification, exitCode);
    case 'junit':
      return renderJunit(certification);
    case 'html':
      return renderHtml(certification);
    case 'github':
      return renderCertificationGithub(certification);
    case 'markdown':
      return renderCertificationMarkdown(certification);
    case 'badge':
      return renderBadgeJson(certification);
  }
}
