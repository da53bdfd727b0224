import type { Rule } from '../rule.ts';
import { assumption } from './assumption.ts';
import { badName } from './bad-name.ts';
import { duplicateName } from './duplicate-name.ts';
import { hiddenName } from './hidden-name.ts';
import { hole } from './hole.ts';
import { ignoreWithoutReason } from './ignore-without-reason.ts';
import { misplaced } from './misplaced.ts';
import { missingStart } from './missing-start.ts';
import { nearMiss } from './near-miss.ts';
import { notASpecification } from './not-a-specification.ts';
import { sectionTwice } from './section-twice.ts';
import { selfComparison } from './self-comparison.ts';
import { syntaxError } from './syntax-error.ts';
import { undefinedConstant } from './undefined-constant.ts';
import { undefinedEntity } from './undefined-entity.ts';
import { undefinedError } from './undefined-error.ts';
import { undefinedEvent } from './undefined-event.ts';
import { undefinedExample } from './undefined-example.ts';
import { undefinedField } from './undefined-field.ts';
import { undefinedFunction } from './undefined-function.ts';
import { undefinedName } from './undefined-name.ts';
import { undefinedRole } from './undefined-role.ts';
import { undefinedScreen } from './undefined-screen.ts';
import { undefinedState } from './undefined-state.ts';
import { undefinedView } from './undefined-view.ts';
import { unescapedPipe } from './unescaped-pipe.ts';
import { unitMismatch } from './unit-mismatch.ts';
import { unknownValue } from './unknown-value.ts';
import { unreachableState } from './unreachable-state.ts';
import { uselessIgnore } from './useless-ignore.ts';
import { wrongType } from './wrong-type.ts';

/** Every rule, by code. A test keeps the list complete. */
export const rules: readonly Rule[] = [
  assumption,
  badName,
  duplicateName,
  hiddenName,
  hole,
  ignoreWithoutReason,
  misplaced,
  missingStart,
  nearMiss,
  notASpecification,
  sectionTwice,
  selfComparison,
  syntaxError,
  undefinedConstant,
  undefinedEntity,
  undefinedError,
  undefinedEvent,
  undefinedExample,
  undefinedField,
  undefinedFunction,
  undefinedName,
  undefinedRole,
  undefinedScreen,
  undefinedState,
  undefinedView,
  unescapedPipe,
  unitMismatch,
  unknownValue,
  unreachableState,
  uselessIgnore,
  wrongType,
];
