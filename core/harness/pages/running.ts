import type { NotePage } from './note.ts';

interface Failure {
  readonly title: string;
  readonly source?: string;
  readonly why: string;
  readonly mend: string;
}

const failures: { readonly [code: string]: Failure } = {
  'HX-4101': {
    title: 'a required input has no value',
    why: 'The node was about to run, and one of its required inputs had neither a value nor a default. Mostly the node that should have produced it was skipped, or succeeded without binding that output. Passing null on would let the workflow work with data that nobody produced, so the node fails before its task is called.',
    mend: 'Give the input a default or make it optional, where the node can do without; otherwise see to it that the producer runs whenever this node does.',
  },
  'HX-4102': {
    title: 'a resource cannot be resolved',
    why: 'The node refers to a resource that the platform does not have, or whose credential is not in the store that the document names. The message names the reference and the store, and never a secret. The task was not called.',
    mend: 'Declare the resource where the workflow runs, or put the credential into the store. In a scenario this comes from "environment": {"resources": {…: false}}.',
  },
  'HX-4103': {
    title: 'no case of a decision was true',
    why: 'A decision goes one way. None of its cases was true and it has no otherwise, so there is no way to go. Warning U1003 tells of it before a run.',
    mend: 'Add an otherwise, or a case for the values that occurred.',
  },
  'HX-4104': {
    title: 'a loop needs more iterations than it may have',
    why: 'One more iteration was due after the one that maxIterations allows as the last. To stop quietly would report success with part of the work done, so the loop fails. The iterations before it did run, and are undone if the run unwinds.',
    mend: 'Raise maxIterations, hand the loop less, or find out why its condition does not become false.',
  },
  'HX-4105': {
    title: 'an artifact is not the one that was declared',
    why: 'The document declares a digest, and the content has another. A run on a file that somebody has replaced looks just like a right one, so the node fails before its task is called.',
    mend: 'Find out which of the two is right. Bring the declared file back, or declare the digest of the new one and have that reviewed.',
  },
  'HX-4106': {
    title: 'an expression did what its values do not allow',
    why: 'Values are not converted: text and numbers are not compared by size, null takes part in == and != only, nothing is divided by zero, and functions take the types that they are made for. Most often something was null because its producer was skipped.',
    mend: 'Ask for null first, as in ${a.total != null and a.total > 5}, or give a value instead: ${a.total ?? 0}.',
  },
  'HX-4107': {
    title: 'a guard, case or condition is neither true nor false',
    why: 'Whatever decides where a run goes must be a boolean. Text that is not empty, a number that is not 0, or null would be true in one language and false in another.',
    mend: 'Write the comparison that is meant: ${order.total > 0} instead of ${order.total}.',
  },
  'HX-4108': {
    title: 'an attempt took longer than its timeout',
    why: 'The attempt was given up with class timeout, and no attempt was left or the retry policy does not list that class. The far side may have done the work all the same: a timeout ends the waiting and nothing else.',
    mend: 'Allow more time, or another attempt if the step is idempotent. If it is not, ask the far side what happened before anybody sends it again.',
  },
  'HX-4109': {
    title: 'a subworkflow cannot be run',
    why: 'Its document was not given, is not valid, or is not the one whose digest the node states. Documents are never fetched.',
    mend: 'Hand the document to the run: --with enrich.hxml, or "documents" in the scenario. If the digest differs, find out who changed which of the two.',
  },
  'HX-4110': {
    title: 'a compensation failed',
    source: 'HarnessXML §8.4.3, §14.2',
    why: 'The undo of a step failed for good, so what the step did may still stand. The other compensations ran nevertheless, and the run ends as failed and not as compensated, so that nobody takes it for rolled back.',
    mend: 'Undo that one step by hand, with its idempotency key if the far side knows it. For the next time give the compensating node a retry, and make it idempotent.',
  },
  'HX-4201': {
    title: 'an identity or an isolation cannot be honoured',
    why: 'The document says as whom a step runs and how far apart from others, and the platform cannot do that. To run it with a default identity or less isolation would give it rights that the document denies it.',
    mend: 'Run the workflow where that principal and isolation are there. In a scenario this comes from "environment": {"principals": …, "isolations": …}.',
  },
  'HX-4202': {
    title: 'a declared permission was denied',
    why: 'The step says which permissions it needs, and the platform denied one. It fails before its task is called instead of in the middle of its work.',
    mend: 'Grant the permission, or take it out of the document if the step does not need it.',
  },
};

/** Runtime codes: a run that meets one fails the node that it stands at. */
export const runningPages: readonly NotePage[] = Object.entries(failures).map(
  ([code, { title, source = 'HarnessXML §14.2', why, mend }]) => ({
    code,
    severity: 'error',
    title,
    family: 'run',
    source,
    why,
    mend,
  }),
);
