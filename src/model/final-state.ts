interface Ways {
  readonly transitions: readonly {
    readonly from: readonly { readonly text: string }[];
    readonly any: boolean;
    readonly trigger: { readonly kind: string };
    readonly to: { readonly text: string } | null;
  }[];
}

/**
 * Whether no event or timer of a machine leads out of a state. Deleting the record does not count.
 */
export const isFinalState = ({ transitions }: Ways, state: string): boolean =>
  !transitions.some(
    ({ from, any, to, trigger }) =>
      trigger.kind !== 'delete' && to !== null && to.text !== state && (any || from.some(({ text }) => text === state)),
  );
