import { DatabaseUnavailable } from '../errors.ts';

/** A new connection could not be opened in time; another attempt would take as long. */
export class Unreachable extends DatabaseUnavailable {}
