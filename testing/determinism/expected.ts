/** The digests that all engines have to reach. They change only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = 'c902e9244ca3b50e49dc0a036686f39fcf1288282287bd4f99277c518690e0d9';

export const ORBIT_COUNT = 300;
export const EXPECTED_ORBIT = '1d982e3ef598af8f1f33de796ebb650aaa7700094ae8536068009e0231fb5812';
