/** What is shown of reports, in one piece that is loaded for the first of them. */

export { default as FailureStrip } from './FailureStrip.svelte';
export { default as ReportPage } from './ReportPage.svelte';
export { default as TraceStrip } from './TraceStrip.svelte';
