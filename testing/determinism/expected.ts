/** The digests that all engines have to reach. They change only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = '9b313d00cb870b113dc3514001eab36d64455893f872bcd37cb3bbc555dcf473';

export const ORBIT_COUNT = 300;
export const EXPECTED_ORBIT = '22412123c06533e3d0190f6f8079b5cf8fadc8e0efc9a7a293ae129ba5e2c715';
