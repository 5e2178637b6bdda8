/** What went wrong between suite and driver, and what the driver wrote to its stderr. */

import type { Certification } from '../../suite/certification.ts';
import { html, linesOf, type Markup, nothing } from './markup.ts';

const MOST = 60;
const LONGEST_STDERR = 8000;

export const renderIncidents = ({ incidents, stderr }: Certification): Markup => {
  if (incidents.length === 0 && stderr === undefined) return nothing;
  const rest = incidents.length - MOST;
  return html`<section id="incidents" aria-labelledby="incidents-title">
<h2 id="incidents-title">Between suite and driver</h2>
<ul class="incidents">${incidents
    .slice(0, MOST)
    .map(
      ({ kind, message, hint }) =>
        html`<li><span class="tag">${kind}</span> ${message}${hint === null ? null : html` <span class="hint">${hint}</span>`}</li>`,
    )}${rest > 0 ? html`<li>and ${rest} more, left out</li>` : null}</ul>
${
  stderr === undefined
    ? null
    : html`<h3>What the driver wrote to its stderr</h3><pre class="source" tabindex="0" role="group" aria-label="stderr of the driver"><code>${linesOf(stderr.slice(-LONGEST_STDERR), LONGEST_STDERR)}</code></pre>${
        stderr.length > LONGEST_STDERR
          ? html`<p class="cut">The end of ${stderr.length} signs.</p>`
          : null
      }`
}</section>
`;
};
