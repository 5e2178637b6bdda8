/**
 * Pieces that break a valid document in one known way each. `§` stands before the token that
 * the finding must point at. What stands in a workflow goes into the one that runs, what
 * stands beside goes in front of all declarations.
 */

import type { OrbitCode } from '../../../../core/orbit/codes.ts';

export interface Break {
  readonly code: OrbitCode;
  /** Declarations. */
  readonly beside?: string;
  /** Members of the workflow that runs. */
  readonly inside?: string;
}

const TASKS =
  'task "x.do" { input { n : Int , o : String ? } output { v : Int } } task "x.undo" { input { v : Int } } task "x.paired" { output { v : Int } compensated_by "x.undo" }';

const inside = (code: OrbitCode, piece: string): Break => ({ code, beside: TASKS, inside: piece });
const beside = (code: OrbitCode, piece: string): Break => ({ code, beside: piece });

/** A step with a compensation of these members. */
const undo = (members: string): string =>
  `step x1 { worker "x.do" with { n : 1 } compensate { ${members} } }`;

/** A step that does something, with these members more. */
const doing = (members: string): string => `step x1 { worker "x.do" with { n : 1 } ${members} }`;

const SOUND = 'worker "x.undo" with { v : x1 . v }';

export const breaks: readonly Break[] = [
  inside('E0102', undo(`${SOUND} §compensate { ${SOUND} }`)),
  ...['§when true', '§after x1', '§for x9 in [ 1 ]', '§max_parallel : 2'].map((member) =>
    inside('E0307', undo(`${SOUND} ${member}`)),
  ),
  ...['§sleep 5m', '§workflow Other', '§await go'].map((member) =>
    inside('E0308', undo(`${SOUND} ${member}`)),
  ),
  inside('E0308', 'step x1 { worker "x.do" with { n : 1 } §compensate { timeout : 1s } }'),
  inside('E0308', `step x1 { sleep 5m §compensate { worker "x.undo" with { v : 1 } } }`),
  inside(
    'E0308',
    `step x0 { worker "x.do" with { n : 1 } } ${undo('worker "x.undo" with { v : §x0 . v }')}`,
  ),
  inside('W0601', 'step x1 { worker §"x.paired" }'),
  inside(
    'W0602',
    'step x1 { worker "x.paired" compensate { worker §"x.do" with { n : x1 . v } } }',
  ),
  inside('U2001', 'step x1 { sleep §"5m" }'),
  inside('U2001', 'step x1 { worker "x.do" with { n §1 } }'),
  inside('U2001', doing('when §)')),
  inside('U2002', doing('timeout : §1.5h')),
  inside('U2003', doing('§timeuot : 1s')),
  inside('U2003', doing('retry { attempts : 2 , §dealy : 1s }')),
  beside('U2003', 'task "x" { §inputs { } }'),
  inside('U2004', 'step x1 { sleep 1s } step §x1 { sleep 1s }'),
  inside('U2004', doing('when true §when true')),
  inside('U2004', 'step x1 { worker "x.do" with { n : 1 , §n : 2 } }'),
  beside('U2004', 'record X { a : Int } record §X { a : Int }'),
  beside('U2004', 'task "x" { input { a : Int , §a : Int } }'),
  inside('U2005', doing('§retry { backoff : fixed }')),
  inside('U2006', 'step §x1 { timeout : 1s }'),
  inside('U2006', doing('§sleep 1s')),
  inside('U2007', 'step x1 { sleep 1s §retry { attempts : 2 } }'),
  inside('U2007', doing('§max_parallel : 2')),
  inside('U2008', doing(`when ${'( '.repeat(64)}§( true ${') '.repeat(65)}`)),
  inside('U2009', 'step §execution { sleep 1s }'),
  inside('U2009', 'step x1 { sleep 1s for §input in [ 1 ] }'),
  beside('U2009', 'record §Duration { }'),
  inside('U2010', doing('when §nobody')),
  inside('U2011', 'step x1 { worker "x.do" with { n : execution . §ID } }'),
  inside('U2012', doing('when §lenght ( "a" ) > 1')),
  inside('U2012', doing('when §len ( ) > 1')),
  beside('U2013', 'task "x" { input { a : List < §Text > } }'),
  inside('U2014', 'step x1 { worker §"x.did" }'),
  beside('U2014', 'task "x" { compensated_by §"y" }'),
  inside('U2015', 'step x1 { workflow §Nowhere }'),
  inside('U2016', 'step x1 { sleep 1s after §x2 }'),
  inside('U2020', 'step x1 { worker "x.do" with { n : §"a" } }'),
  inside('U2020', doing('when §1')),
  inside('U2020', doing('when 1 + 1 §< "a"')),
  inside('U2021', 'step x1 { worker "x.do" with { n : §first ( [ 1 ] ) } }'),
  inside('U2021', `${doing('when true')} step x2 { worker "x.do" with { n : §x1 . v } }`),
  inside('U2022', 'step x1 { worker §"x.do" with { o : "a" } }'),
  inside('U2023', doing('').replace('n : 1', 'n : 1 , §m : 1')),
  inside('U2030', 'step §x1 { sleep 1s after x2 } step x2 { sleep 1s after x1 }'),
  inside('U2030', 'step §x1 { worker "x.do" with { n : x1 . v } }'),
  beside('U2031', 'workflow X1 { step a { workflow X2 } } workflow X2 { step a { workflow §X1 } }'),
  beside('U2032', 'record §X1 { a : X2 } record X2 { a : X1 }'),
  inside('U2040', doing('retry { attempts : §0 }')),
  inside('U2040', 'step x1 { sleep 1s for x9 in [ 1 ] max_parallel : §0 }'),
  inside('U2041', doing('queue_timeout : §0ms')),
  inside('U2041', 'step x1 { sleep §99999999999999d }'),
  inside('U2042', doing('retry { attempts : 2 , backoff : §liner }')),
  inside('U2502', doing('when 1 §== "a"')),
  inside('U2503', doing('retry { attempts : 2 , initial_delay : 2s , max_delay : §1s }')),
  inside('U2504', doing('retry { attempts : 2 , multiplier : §0.5 }')),
  inside(
    'U2505',
    'step x1 { worker "x.do" for x9 in [ 1 ] with { n : x9 } idempotency_key : §"k" }',
  ),
  inside('U2506', doing('when 1 < §9007199254740993')),
];
