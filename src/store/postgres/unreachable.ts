import { DatabaseUnavailable } from '../errors.ts';

/** No new connection could be made in the time that was given for it: trying again takes as long. */
export class Unreachable extends DatabaseUnavailable {}
