/** Every code of validation that a document can get (harness.md §2). */
export const VALIDATION_CODES: readonly string[] = [
  ...['HX-1001', 'HX-1002', 'HX-1003', 'HX-1004', 'HX-1005', 'HX-1006', 'HX-1101', 'HX-1102'],
  ...['HX-2001', 'HX-2002', 'HX-2003', 'HX-2004', 'HX-2005', 'HX-2101', 'HX-2102'],
  ...['HX-2201', 'HX-2202', 'HX-2203', 'HX-2204', 'HX-2205', 'HX-2206', 'HX-2207', 'HX-2208'],
  ...['HX-2301', 'HX-2302', 'HX-2303', 'HX-2304', 'HX-2401', 'HX-2402', 'HX-2501'],
  ...['HX-3001', 'HX-3002', 'HX-3003', 'HX-3004', 'HX-3005'],
  ...['HX-3101', 'HX-3102', 'HX-3103', 'HX-3104', 'HX-3105', 'HX-3201', 'HX-3301', 'HX-3401'],
  'HX-3501',
];

/** Warnings of our own whose codes are permanent and that no change may lose. */
export const NAMED_WARNINGS: readonly string[] = [
  ...['U1001', 'U1002', 'U1003', 'U1004', 'U1005', 'U1006', 'U1007', 'U1008', 'U1009'],
  ...['U1010', 'U1011', 'U1012', 'U1013', 'U1014', 'U1015', 'U1016'],
];
