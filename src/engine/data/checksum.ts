import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 in hexadecimal digits. */
export const checksumOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/**
 * Why the bytes differ from the exported file, or null if they are the same. Undefined properties
 * are not compared.
 */
export function integrityProblem(bytes: Uint8Array, size: number | undefined, checksum: string | undefined): string | null {
  if (size !== undefined && bytes.length !== size) return `is not whole: it has ${bytes.length} bytes of ${size}`;
  return checksum === undefined || checksumOf(bytes) === checksum ? null : 'was changed after the export: its checksum differs';
}
