import { readAddress } from '../store/postgres/server/server-address.ts';

/**
 * What is wrong with the address of a database, in words without its password; null: nothing that
 * can be seen in it.
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
