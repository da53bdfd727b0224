import type { OwnCode, Refusal } from '../../engine/outcome.ts';

/** Thrown if the product's owner did not answer a call. `outcome`: whether the call took effect. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  readonly outcome: 'unknown' | 'not done';

  constructor(outcome: 'unknown' | 'not done', message: string, options?: ErrorOptions) {
    super(message, options);
    this.outcome = outcome;
  }
}

const english = {
  'outcome-unknown': 'This may not have been saved. Reload the page before you try again.',
  unavailable: 'The service isn’t responding, and nothing was saved. Try again in a moment.',
} as const satisfies Partial<Record<OwnCode, string>>;

/**
 * Turns an unanswered command into a refusal, so that its form keeps the input. Rethrows all other
 * errors.
 */
export async function answeredOrRefused<T>(answer: Promise<T>): Promise<T | { readonly ok: false; readonly refusals: readonly Refusal[] }> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    const code = error.outcome === 'unknown' ? 'outcome-unknown' : 'unavailable';
    const refusal: Refusal = {
      error: code === 'unavailable' ? 'UNAVAILABLE' : 'OUTCOME_UNKNOWN',
      status: 503,
      message: english[code],
      own: { code, data: {} },
      field: null,
      shown: { kind: 'toast', field: null },
      at: null,
      because: error.message,
    };
    return { ok: false, refusals: [refusal] };
  }
}
