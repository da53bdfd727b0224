/**
 * How callers send the token, such as `Authorization: Bearer …`. With an empty scheme, the header
 * contains only the token.
 */
export interface TokenHeader {
  readonly header: string;
  readonly scheme: string;
}

/** The standard header (RFC 6750), which works in any case. */
export const defaultTokenHeader: TokenHeader = { header: 'Authorization', scheme: 'Bearer' };
