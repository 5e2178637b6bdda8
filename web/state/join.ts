/** Several objects as one, their getters with them: a spread would read each once and for all. */

export function join<One extends object, Other extends object, Third extends object>(
  one: One,
  other: Other,
  third: Third,
): One & Other & Third {
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(one),
      ...Object.getOwnPropertyDescriptors(other),
      ...Object.getOwnPropertyDescriptors(third),
    },
  ) as One & Other & Third;
}
