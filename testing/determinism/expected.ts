/** The digest that all engines have to reach. It changes only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = '541c9e0f054ec3e2e156eb15e7582063b0fc27ac166acd43b25d88783376a6fc';
