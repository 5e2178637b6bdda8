/** The digest that all engines have to reach. It changes only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = 'c31abc14b9a4a535598bd6cc054c3f979333729a967ee98fb579f70f9a1d4f96';
