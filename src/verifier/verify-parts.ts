import type { Platform } from '../base/platform.ts';
import type { Model } from '../model/model.ts';
import type { SecretOf } from '../serve/calls/signature.ts';
import type { Adapter } from './adapter/adapter.ts';
import type { Finding } from './answers/finding.ts';
import type { Implementation } from './answers/implementation.ts';
import type { Exchange } from './answers/side-by-side.ts';
import type { Plan } from './plan/situations.ts';
import type { Row } from './rows.ts';
import type { GivenPerson } from './sending/people-file.ts';

export interface VerifyParts {
  readonly model: Model;
  readonly platform: Platform;
  readonly implementation: Implementation;
  /** Absent: the implementation uses the names of the document. */
  readonly adapter?: Adapter;
  /** Accounts that the implementation already has, besides the examples. */
  readonly people?: readonly GivenPerson[];
  /** The secrets of signed calls; absent: signed calls are not tried. */
  readonly secretOf?: SecretOf;
  /** Part of every text that is written, to tell it from other data: `k3f9`. */
  readonly marker: string;
  /** Restricts the run to requests that these rows decide; absent: all. */
  readonly only?: readonly Row[];
  /** The plan of an earlier run of this document; reused if the same people are found. */
  readonly plan?: Plan;
  /** The maximum number of requests. */
  readonly budget: number;
  readonly signal?: AbortSignal;
  /** Called after each request. */
  readonly progress?: (exchanges: readonly Exchange[]) => void;
  /** Called after each new finding, before it is reproduced with fewer requests. */
  readonly found?: (finding: Finding) => void;
}
