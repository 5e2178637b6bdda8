/** U10xx: retries and timeouts that are valid and yet will disappoint. */

import { quote } from '../../model/show.ts';
import { read } from '../attributes.ts';
import { relatedSpot, spotOf } from '../findings.ts';
import { retryAttributes, timeoutAttributes } from '../structure.ts';
import { childNamed } from '../tree.ts';
import { edgeName, partOf } from '../view.ts';
import type { Rule } from './rule.ts';
import { eachNode, isSideEffect, needyEdges, warning } from './warning.ts';

const humanWithoutTimeout = eachNode(({ node, kind, element }, report) => {
  if (kind !== 'human' || node.timeout !== null) return;
  report(spotOf(element), `human node ${quote(node.id)} has no <timeout>: it may wait for ever`);
});

const skipsSideEffect = eachNode((each, report) => {
  const { node, element } = each;
  if (node.timeout?.onTimeout !== 'skip' || !isSideEffect(each)) return;
  report(
    spotOf(childNamed(element, 'timeout') ?? element, 'onTimeout'),
    `node ${quote(node.id)} is not idempotent and is skipped at its timeout: what it did until then counts as not done`,
  );
});

const skipsProducer = eachNode((node, report) => {
  if (node.node.timeout?.onTimeout !== 'skip') return;
  for (const edge of needyEdges(node)) {
    report(
      spotOf(edge.element),
      `${edgeName(edge)} feeds the required input ${quote(edge.edge.toPort ?? '')} of ${quote(edge.edge.to)} from ${quote(node.node.id)}, which is skipped at its timeout: the run then fails with HX-4101; give the input a default`,
      { related: [relatedSpot('the timeout', partOf(node, 'timeout'), 'onTimeout')] },
    );
  }
});

const retriesSideEffect = eachNode((each, report) => {
  const { node, element } = each;
  if (node.timeout?.onTimeout !== 'retry' || !isSideEffect(each)) return;
  report(
    spotOf(childNamed(element, 'timeout') ?? element, 'onTimeout'),
    `node ${quote(node.id)} is not idempotent, so it is never retried: onTimeout="retry" does the same as fail`,
  );
});

const shrinkingDelay = eachNode((node, report) => {
  if (node.node.retry === null || node.node.retry.multiplier >= 1) return;
  const retry = partOf(node, 'retry');
  if (read(retry, retryAttributes, 'multiplier') >= 1) return;
  report(
    spotOf(retry, 'multiplier'),
    `multiplier ${node.node.retry.multiplier} of ${quote(node.node.id)} is below 1: the delays shrink from attempt to attempt`,
  );
});

const clampedAtOnce = eachNode((node, report) => {
  const { retry } = node.node;
  if (retry === null || retry.maxDelay === null || retry.maxDelay >= retry.initialDelay) return;
  report(
    spotOf(partOf(node, 'retry'), 'maxDelay'),
    `maxDelay of ${quote(node.node.id)} is below initialDelay: every delay is cut to it`,
  );
});

const zeroTimeout = eachNode((node, report) => {
  if (node.node.timeout?.duration !== 0) return;
  const timeout = partOf(node, 'timeout');
  if (read(timeout, timeoutAttributes, 'duration') !== 0) return;
  report(
    spotOf(timeout, 'duration'),
    `the timeout of ${quote(node.node.id)} is zero: no attempt that takes any time can succeed`,
  );
});

export const timingWarnings: readonly Rule[] = [
  warning('U1004', 'a human node has a timeout', humanWithoutTimeout),
  warning('U1008', 'onTimeout="skip" stands on no side effect', skipsSideEffect),
  warning('U1009', 'onTimeout="skip" stands on no node that feeds a required input', skipsProducer),
  warning('U1012', 'onTimeout="retry" stands on no side effect', retriesSideEffect),
  warning('U1014', 'multiplier is not below 1', shrinkingDelay),
  warning('U1015', 'maxDelay is not below initialDelay', clampedAtOnce),
  warning('U1016', 'a timeout is longer than nothing', zeroTimeout),
];
