/** What bars anyone from the page as it stands, as axe-core finds it. */

import axeCore from 'axe-core';

export async function axe(): Promise<readonly string[]> {
  // Colours that still change would be measured between two of them.
  await Promise.all(document.getAnimations().map((animation) => animation.finished));
  const { violations } = await axeCore.run(document, {
    // The document around the page is the test's own.
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  });
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}
