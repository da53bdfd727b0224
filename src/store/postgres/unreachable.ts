import { DatabaseUnavailable } from '../errors.ts';

/** A new connection timed out; another attempt would take as long. */
export class Unreachable extends DatabaseUnavailable {}
