/** The digest that all engines have to reach. It changes only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = 'f0464465360d775eb3d651d07253f236cd1b0022889d1653bd18f7ff7a9c320a';
