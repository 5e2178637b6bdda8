/** The digests that all engines have to reach. They change only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = 'fae5763d4a0788facc71fd7d461b364d7143474cbd728cd6ce19aa8a8c4c5a84';

export const ORBIT_COUNT = 300;
export const EXPECTED_ORBIT = 'f2a3b7b1b3eab79a5f075cce38b20120930dc024b084673423b9cdbaf08c1eae';
