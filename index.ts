/** The whole package; each floor is an entry of its own too (`unwind/core` and so on). */

export * from './conformance/index.ts';
export * from './core/index.ts';
export * from './simulator/index.ts';
