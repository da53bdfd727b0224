/** Who may see a product's jobs in its screens. */
export interface OperatorAccess {
  /** True if the data belongs to the person at this browser. */
  readonly everyone: boolean;
  /** Roles in addition to those in the document's row “Operators”. */
  readonly roles: readonly string[];
  /** True if no mails are sent, so operators open the links of stored mails instead. */
  readonly opensLinks: boolean;
}

export const noOperators: OperatorAccess = { everyone: false, roles: [], opensLinks: false };
