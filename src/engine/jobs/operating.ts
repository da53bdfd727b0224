/** Who sees the jobs of a product in its screens. */
export interface Operating {
  /** The data belongs to the person at this browser. */
  readonly everyone: boolean;
  /** Besides those of the document's row “Operators”. */
  readonly roles: readonly string[];
  /** No mails are sent: operators open the links of mails that are kept instead. */
  readonly opensLinks: boolean;
}

export const nobodyOperates: Operating = { everyone: false, roles: [], opensLinks: false };
