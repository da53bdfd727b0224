import type { Platform } from '../base/platform.ts';
import type { Model } from '../model/model.ts';
import type { SecretOf } from '../serve/calls/signature.ts';
import type { Adapter } from './adapter/adapter.ts';
import type { Finding } from './finding.ts';
import type { Implementation } from './implementation.ts';
import type { GivenPerson } from './people-file.ts';
import type { Row } from './rows.ts';
import type { Exchange } from './side-by-side.ts';
import type { Plan } from './situations.ts';

export interface VerifyParts {
  readonly model: Model;
  readonly platform: Platform;
  readonly implementation: Implementation;
  /** Absent: the implementation uses the names of the document. */
  readonly adapter?: Adapter;
  /** People whom the implementation knows, besides those who sign up and the examples. */
  readonly people?: readonly GivenPerson[];
  /** What calls are signed with; absent: nothing is known, and signed calls are not tried. */
  readonly secretOf?: SecretOf;
  /** In every text that is written, so that other data can be told from it: `k3f9`. */
  readonly marker: string;
  /** Only these rows; absent: all. */
  readonly only?: readonly Row[];
  /** Of an earlier run of this document; it is followed where the same people are found. */
  readonly plan?: Plan;
  /** At most so many requests. */
  readonly budget: number;
  readonly signal?: AbortSignal;
  /** After each request. */
  readonly progress?: (exchanges: readonly Exchange[]) => void;
  /** After each new finding, before it is tried again with fewer requests. */
  readonly found?: (finding: Finding) => void;
}
