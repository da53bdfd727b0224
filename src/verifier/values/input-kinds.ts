import type { Input } from './call-inputs.ts';

export const kindOf = ({ field, type }: Input): string => field?.type.kind ?? type.kind;

export const isMeasure = (input: Input): boolean => ['integer', 'decimal', 'money', 'date', 'datetime'].includes(kindOf(input));

export const isNumeric = (input: Input): boolean => ['integer', 'decimal', 'money'].includes(kindOf(input));

/** Whether a number stands for each of its values: of a date, the days from today. */
export const isAmount = (input: Input): boolean => isNumeric(input) || isDate(input);

/** Whether its numbers mean days from now. */
export const isMoment = (input: Input): boolean => kindOf(input) === 'datetime';

/** Whether its numbers mean days from today. */
export const isDate = (input: Input): boolean => kindOf(input) === 'date';

/** Whether its numbers mean parts of a day after midnight. */
export const isTime = (input: Input): boolean => kindOf(input) === 'time';

/** Whether it is a moment or a time of day, which are tried a while beside each other. */
export const isOfClock = (input: Input): boolean => isMoment(input) || isTime(input);

/** Whether a number can stand for each of its values. */
export const isFitted = (input: Input): boolean => isAmount(input) || isOfClock(input);
