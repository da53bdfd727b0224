/** How a caller sends the token: `Authorization`, `Bearer`; an empty scheme: only the token. */
export interface TokenHeader {
  readonly header: string;
  readonly scheme: string;
}

export const usualToken: TokenHeader = { header: 'Authorization', scheme: 'Bearer' };
