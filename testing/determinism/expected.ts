/** The digests that all engines have to reach. They change only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = '81dd42570780d8a9b68a8ee42c07beac1a41526a6bfe76f2693d01fe82627e19';

export const ORBIT_COUNT = 300;
export const EXPECTED_ORBIT = '22412123c06533e3d0190f6f8079b5cf8fadc8e0efc9a7a293ae129ba5e2c715';
