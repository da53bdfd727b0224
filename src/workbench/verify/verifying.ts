import type { Analysis } from '../analysis/analysis.ts';
import { type Observable, observable } from '../state/observable.ts';
import type { FromVerifier, ShownRow, ToVerifier } from './messages.ts';

export interface VerifyingState {
  /** The entered address. */
  readonly address: string;
  readonly running: boolean;
  /** The version of the text that the rows belong to; null: nothing was verified yet. */
  readonly analysis: Analysis | null;
  readonly requests: number;
  readonly rows: readonly ShownRow[];
  /** The number of broken rows; null: nothing was verified yet. */
  readonly broken: number | null;
  /** The result of a finished run; null: not finished. */
  readonly done: { readonly complete: boolean; readonly notTried: readonly string[] } | null;
  /** Why the run failed. */
  readonly trouble: string | null;
}

/** The part of `Worker` that is used here. */
export interface VerifierPort {
  postMessage(message: ToVerifier): void;
  onmessage: ((event: { readonly data: FromVerifier }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  terminate(): void;
}

export interface Verifying {
  readonly state: Observable<VerifyingState>;
  setAddress(address: string): void;
  /** Verifies the service at the address against this version. */
  verify(analysis: Analysis): void;
  /** Stops the run; results so far stay. */
  stop(): void;
  end(): void;
}

/** Verifies a service against an open document in a worker, one run at a time. */
export function createVerifying(start: () => VerifierPort): Verifying {
  const state = observable<VerifyingState>({
    address: '',
    running: false,
    analysis: null,
    requests: 0,
    rows: [],
    broken: null,
    done: null,
    trouble: null,
  });
  let port: VerifierPort | null = null;
  let current = 0;
  const change = (to: Partial<VerifyingState>): void => state.update((before) => ({ ...before, ...to }));
  const onMessage = (data: FromVerifier): void => {
    // A late message of an earlier run.
    if (data.id !== current) return;
    if (data.kind === 'rows')
      change({ requests: data.requests, rows: data.rows, broken: data.rows.filter(({ result }) => result === 'broken').length });
    else if (data.kind === 'done') change({ running: false, done: { complete: data.complete, notTried: data.notTried } });
    else change({ running: false, trouble: data.message });
  };
  const connect = (): VerifierPort => {
    if (port !== null) return port;
    const opened = start();
    opened.onmessage = ({ data }) => onMessage(data);
    opened.onerror = ({ message }) => {
      opened.terminate();
      port = null;
      change({ running: false, trouble: message ?? 'The verifier stopped.' });
    };
    port = opened;
    return opened;
  };
  return {
    state,
    setAddress: (address) => change({ address }),
    verify(analysis) {
      const { address } = state.get();
      change({ running: true, analysis, requests: 0, rows: [], broken: null, done: null, trouble: null });
      connect().postMessage({ kind: 'verify', id: ++current, text: analysis.text, address });
    },
    stop: () => port?.postMessage({ kind: 'stop' }),
    end() {
      port?.terminate();
      port = null;
    },
  };
}
