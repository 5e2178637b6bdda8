/** The digests that all engines have to reach. They change only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = 'c902e9244ca3b50e49dc0a036686f39fcf1288282287bd4f99277c518690e0d9';

export const ORBIT_COUNT = 300;
export const EXPECTED_ORBIT = '22412123c06533e3d0190f6f8079b5cf8fadc8e0efc9a7a293ae129ba5e2c715';
