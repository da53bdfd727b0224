/** Whether the tests try everything, which takes too long for each run. */
export const isLong = process.env['NINEFOLD_LONG'] === '1';
