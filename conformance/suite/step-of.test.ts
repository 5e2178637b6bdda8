import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../core/model/trace.ts';
import { stepOf } from './step-of.ts';

const event = (seq: number, at: number, unit: string) => ({ seq, at, unit }) as TraceEvent;

const trace = [event(0, 0, 'a'), event(1, 40, 'a'), event(2, 40, 'b'), event(3, 90, 'b')];
const about = (unit: string | null) => ({ unit });

describe('the event to look at', () => {
  it('is the last one that is not after the breach', () => {
    expect(stepOf(trace, about(null), 89)).toBe(2);
    expect(stepOf(trace, about(null), 1000)).toBe(3);
  });

  it('is about the unit of the breach, if one of that moment is', () => {
    expect(stepOf(trace, about('a'), 40)).toBe(1);
    expect(stepOf(trace, about('a'), 90)).toBe(3);
  });

  it('is the last one where the end of the run is wrong', () => {
    expect(stepOf(trace, about('a'), null)).toBe(3);
  });

  it('is the first one where nothing had happened yet, and none where nothing did', () => {
    expect(stepOf(trace, about(null), -1)).toBe(0);
    expect(stepOf([], about(null), 5)).toBeNull();
  });
});
