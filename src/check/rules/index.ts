import type { Rule } from '../rule.ts';
import { aboutWithoutParameter } from './about-without-parameter.ts';
import { alwaysHolds } from './always-holds.ts';
import { assumption } from './assumption.ts';
import { badName } from './bad-name.ts';
import { bodyWithoutContent } from './body-without-content.ts';
import { buttonNobodyMayPress } from './button-nobody-may-press.ts';
import { callErrorNeverRaised } from './call-error-never-raised.ts';
import { callErrorNotDeclared } from './call-error-not-declared.ts';
import { callNeverAllowed } from './call-never-allowed.ts';
import { changeCycle } from './change-cycle.ts';
import { columnWithoutTitle } from './column-without-title.ts';
import { computedAndGiven } from './computed-and-given.ts';
import { computedCycle } from './computed-cycle.ts';
import { computedForColumn } from './computed-for-column.ts';
import { constantRepeatsLiteral } from './constant-repeats-literal.ts';
import { damagedHeading } from './damaged-heading.ts';
import { deadEndState } from './dead-end-state.ts';
import { defaultBreaksRule } from './default-breaks-rule.ts';
import { duplicateName } from './duplicate-name.ts';
import { duplicateRoute } from './duplicate-route.ts';
import { effectBreaksRule } from './effect-breaks-rule.ts';
import { effectCycle } from './effect-cycle.ts';
import { effectSetsState } from './effect-sets-state.ts';
import { effectWritesTwice } from './effect-writes-twice.ts';
import { emptyPermissionCell } from './empty-permission-cell.ts';
import { emptyScenario } from './empty-scenario.ts';
import { entityWithoutPermission } from './entity-without-permission.ts';
import { errorAtUnknownField } from './error-at-unknown-field.ts';
import { errorBodyOutOfReach } from './error-body-out-of-reach.ts';
import { errorWithoutGuard } from './error-without-guard.ts';
import { eventWithoutPermission } from './event-without-permission.ts';
import { eventWithoutTrigger } from './event-without-trigger.ts';
import { exampleBreaksRule } from './example-breaks-rule.ts';
import { exampleIncomplete } from './example-incomplete.ts';
import { fieldNeverSet } from './field-never-set.ts';
import { finalStateWithExit } from './final-state-with-exit.ts';
import { formFieldNotSettable } from './form-field-not-settable.ts';
import { formNobodyMaySend } from './form-nobody-may-send.ts';
import { formerNameUnclear } from './former-name-unclear.ts';
import { getWithBody } from './get-with-body.ts';
import { getWithEffect } from './get-with-effect.ts';
import { guardWithoutError } from './guard-without-error.ts';
import { guardsGap } from './guards-gap.ts';
import { guardsOverlap } from './guards-overlap.ts';
import { hiddenName } from './hidden-name.ts';
import { hole } from './hole.ts';
import { ignoreWithoutReason } from './ignore-without-reason.ts';
import { impliedRule } from './implied-rule.ts';
import { includesCycle } from './includes-cycle.ts';
import { linesNotRead } from './lines-not-read.ts';
import { linkNobodyMayFollow } from './link-nobody-may-follow.ts';
import { messageAboutSeveral } from './message-about-several.ts';
import { messageNeverTold } from './message-never-told.ts';
import { messageWithoutReader } from './message-without-reader.ts';
import { misplaced } from './misplaced.ts';
import { missingInverse } from './missing-inverse.ts';
import { missingStart } from './missing-start.ts';
import { missingWords } from './missing-words.ts';
import { nearDuplicateName } from './near-duplicate-name.ts';
import { nearMiss } from './near-miss.ts';
import { nestedForm } from './nested-form.ts';
import { neverHolds } from './never-holds.ts';
import { notASpecification } from './not-a-specification.ts';
import { nullAccess } from './null-access.ts';
import { nullEqualsNull } from './null-equals-null.ts';
import { openOtherEntity } from './open-other-entity.ts';
import { parameterWithoutAbout } from './parameter-without-about.ts';
import { partNobodyMaySee } from './part-nobody-may-see.ts';
import { partialOperation } from './partial-operation.ts';
import { passwordShown } from './password-shown.ts';
import { permissionNeverUsed } from './permission-never-used.ts';
import { repeatedRule } from './repeated-rule.ts';
import { repeatedValue } from './repeated-value.ts';
import { requiredButCleared } from './required-but-cleared.ts';
import { requiredNotGiven } from './required-not-given.ts';
import { roleOfRecord } from './role-of-record.ts';
import { roleWithoutExample } from './role-without-example.ts';
import { roleWithoutPermission } from './role-without-permission.ts';
import { ruleNeedsValue } from './rule-needs-value.ts';
import { ruleOnOtherRecords } from './rule-on-other-records.ts';
import { rulesContradict } from './rules-contradict.ts';
import { scenarioAddsNothing } from './scenario-adds-nothing.ts';
import { scenarioCannotPass } from './scenario-cannot-pass.ts';
import { scenarioWithoutExpectation } from './scenario-without-expectation.ts';
import { screenNeverAllowed } from './screen-never-allowed.ts';
import { sectionForTitle } from './section-for-title.ts';
import { sectionTwice } from './section-twice.ts';
import { selfComparison } from './self-comparison.ts';
import { selfPromotion } from './self-promotion.ts';
import { settableOwner } from './settable-owner.ts';
import { shadowedError } from './shadowed-error.ts';
import { shadowedTransition } from './shadowed-transition.ts';
import { signInNotUnique } from './sign-in-not-unique.ts';
import { signInUnconfirmed } from './sign-in-unconfirmed.ts';
import { signInWithoutForm } from './sign-in-without-form.ts';
import { signUpRefused } from './sign-up-refused.ts';
import { syntaxError } from './syntax-error.ts';
import { tableNotRead } from './table-not-read.ts';
import { takeNotSettable } from './take-not-settable.ts';
import { timerCycle } from './timer-cycle.ts';
import { transitionNeverAllowed } from './transition-never-allowed.ts';
import { twoStarts } from './two-starts.ts';
import { undefinedConstant } from './undefined-constant.ts';
import { undefinedEntity } from './undefined-entity.ts';
import { undefinedError } from './undefined-error.ts';
import { undefinedEvent } from './undefined-event.ts';
import { undefinedExample } from './undefined-example.ts';
import { undefinedField } from './undefined-field.ts';
import { undefinedFunction } from './undefined-function.ts';
import { undefinedMessage } from './undefined-message.ts';
import { undefinedName } from './undefined-name.ts';
import { undefinedRole } from './undefined-role.ts';
import { undefinedScreen } from './undefined-screen.ts';
import { undefinedState } from './undefined-state.ts';
import { undefinedView } from './undefined-view.ts';
import { unequalToNothing } from './unequal-to-nothing.ts';
import { unescapedPipe } from './unescaped-pipe.ts';
import { unitMismatch } from './unit-mismatch.ts';
import { unknownMessagePart } from './unknown-message-part.ts';
import { unknownValue } from './unknown-value.ts';
import { unreachableScreen } from './unreachable-screen.ts';
import { unreachableState } from './unreachable-state.ts';
import { unsuitableField } from './unsuitable-field.ts';
import { unusedConstant } from './unused-constant.ts';
import { unusedEntity } from './unused-entity.ts';
import { unusedError } from './unused-error.ts';
import { unusedField } from './unused-field.ts';
import { unusedParameter } from './unused-parameter.ts';
import { unusedRouteParameter } from './unused-route-parameter.ts';
import { unusedTake } from './unused-take.ts';
import { unusedView } from './unused-view.ts';
import { uselessIgnore } from './useless-ignore.ts';
import { vagueWord } from './vague-word.ts';
import { voidPermission } from './void-permission.ts';
import { wordForNothing } from './word-for-nothing.ts';
import { wrongType } from './wrong-type.ts';

/** Every rule, sorted by code. A test checks that none is missing. */
export const rules: readonly Rule[] = [
  aboutWithoutParameter,
  alwaysHolds,
  assumption,
  badName,
  bodyWithoutContent,
  buttonNobodyMayPress,
  callErrorNeverRaised,
  callErrorNotDeclared,
  callNeverAllowed,
  changeCycle,
  columnWithoutTitle,
  computedAndGiven,
  computedCycle,
  computedForColumn,
  constantRepeatsLiteral,
  damagedHeading,
  deadEndState,
  defaultBreaksRule,
  duplicateName,
  duplicateRoute,
  effectBreaksRule,
  effectCycle,
  effectSetsState,
  effectWritesTwice,
  emptyPermissionCell,
  emptyScenario,
  entityWithoutPermission,
  errorAtUnknownField,
  errorBodyOutOfReach,
  errorWithoutGuard,
  eventWithoutPermission,
  eventWithoutTrigger,
  exampleBreaksRule,
  exampleIncomplete,
  fieldNeverSet,
  finalStateWithExit,
  formFieldNotSettable,
  formNobodyMaySend,
  formerNameUnclear,
  getWithBody,
  getWithEffect,
  guardWithoutError,
  guardsGap,
  guardsOverlap,
  hiddenName,
  hole,
  ignoreWithoutReason,
  impliedRule,
  includesCycle,
  linesNotRead,
  linkNobodyMayFollow,
  messageAboutSeveral,
  messageNeverTold,
  messageWithoutReader,
  misplaced,
  missingInverse,
  missingStart,
  missingWords,
  nearDuplicateName,
  nearMiss,
  nestedForm,
  neverHolds,
  notASpecification,
  nullAccess,
  nullEqualsNull,
  openOtherEntity,
  parameterWithoutAbout,
  partNobodyMaySee,
  partialOperation,
  passwordShown,
  permissionNeverUsed,
  repeatedRule,
  repeatedValue,
  requiredButCleared,
  requiredNotGiven,
  roleOfRecord,
  roleWithoutExample,
  roleWithoutPermission,
  ruleNeedsValue,
  ruleOnOtherRecords,
  rulesContradict,
  scenarioAddsNothing,
  scenarioCannotPass,
  scenarioWithoutExpectation,
  screenNeverAllowed,
  sectionForTitle,
  sectionTwice,
  selfComparison,
  selfPromotion,
  settableOwner,
  shadowedError,
  shadowedTransition,
  signInNotUnique,
  signInUnconfirmed,
  signInWithoutForm,
  signUpRefused,
  syntaxError,
  tableNotRead,
  takeNotSettable,
  timerCycle,
  transitionNeverAllowed,
  twoStarts,
  undefinedConstant,
  undefinedEntity,
  undefinedError,
  undefinedEvent,
  undefinedExample,
  undefinedField,
  undefinedFunction,
  undefinedMessage,
  undefinedName,
  undefinedRole,
  undefinedScreen,
  undefinedState,
  undefinedView,
  unequalToNothing,
  unescapedPipe,
  unitMismatch,
  unknownMessagePart,
  unknownValue,
  unreachableScreen,
  unreachableState,
  unsuitableField,
  unusedConstant,
  unusedEntity,
  unusedError,
  unusedField,
  unusedParameter,
  unusedRouteParameter,
  unusedTake,
  unusedView,
  uselessIgnore,
  vagueWord,
  voidPermission,
  wordForNothing,
  wrongType,
];
