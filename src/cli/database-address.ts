import { readAddress } from '../store/postgres/server/server-address.ts';

/**
 * Returns the problem with a database address as text that excludes the password; null if none is
 * apparent.
 */
export function addressProblem(url: string): string | null {
  try {
    readAddress(url);
    return null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `${error.message[0]?.toUpperCase() ?? ''}${error.message.slice(1)}.`;
  }
}
