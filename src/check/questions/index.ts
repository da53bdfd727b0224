import type { QuestionKind } from '../asking/question.ts';
import { account } from './account.ts';
import { assumption } from './assumption.ts';
import { calls } from './calls.ts';
import { deadEnd } from './dead-end.ts';
import { errors } from './errors.ts';
import { eventGuard } from './event-guard.ts';
import { eventName } from './event-name.ts';
import { fields } from './fields.ts';
import { hole } from './hole.ts';
import { limits } from './limits.ts';
import { listMeaning } from './list-meaning.ts';
import { missingPermission } from './missing-permission.ts';
import { people } from './people.ts';
import { permissions } from './permissions.ts';
import { personField } from './person-field.ts';
import { purpose } from './purpose.ts';
import { records } from './records.ts';
import { rules } from './rules.ts';
import { screens } from './screens.ts';
import { stages } from './stages.ts';
import { title } from './title.ts';

/**
 * Every kind of question. Questions with equally many dependents follow the order of this list. The
 * last two kinds skip what other kinds already ask.
 */
export const questionKinds: readonly QuestionKind[] = [
  records,
  fields,
  account,
  listMeaning,
  personField,
  stages,
  permissions,
  rules,
  limits,
  missingPermission,
  screens,
  calls,
  errors,
  deadEnd,
  eventName,
  title,
  purpose,
  people,
  eventGuard,
  hole,
  assumption,
];
