/** Small workflows and scenarios for tests, written as the suite's own cases are. */

export * from '../conformance/cases/whiteboard.ts';
