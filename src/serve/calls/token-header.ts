/**
 * How callers send the token, such as `Authorization: Bearer …`. With an empty scheme, the header
 * contains only the token.
 */
export interface TokenHeader {
  readonly header: string;
  readonly scheme: string;
}

export const usualToken: TokenHeader = { header: 'Authorization', scheme: 'Bearer' };
