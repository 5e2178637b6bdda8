/** What all rules of the family have in common. */

export const durability = {
  kind: 'run',
  strength: 'MUST',
  profiles: ['baseline'],
  level: null,
  addOn: 'resume',
  sees: ['world'],
} as const;
