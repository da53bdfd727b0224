/** The number of cases that a property test draws: `few`, or `NINEFOLD_ROUNDS` times as many. */
export const rounds = (few: number): number => few * Number(process.env['NINEFOLD_ROUNDS'] ?? 1);
