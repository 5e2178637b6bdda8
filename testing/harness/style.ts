/** It is part of the suite, whose documents it makes. */

export * from '../../conformance/generate/document/harness/style.ts';
