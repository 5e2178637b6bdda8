/** The digest that all engines have to reach. It changes only when behaviour is meant to. */

export const COUNT = 1_000;
export const EXPECTED = '18e55bcb2cf4fdde10c6cf9b11071085d57425a40061cae26c929b567bd352cf';
