import { parseDocument } from '../syntax/parse.ts';
import type { SyntaxTree } from '../syntax/tree.ts';
import { assumeCalls } from './assume/calls.ts';
import { assumeCurrency } from './assume/constants.ts';
import { assumeErrors } from './assume/errors.ts';
import { assumeNamedConstants } from './assume/named-constants.ts';
import { assumeAccount, assumeAccountEntity, assumePermissions, assumeRoles } from './assume/roles.ts';
import { assumeScreens } from './assume/screens.ts';
import { assumeStates } from './assume/states.ts';
import type { Constant } from './ast/constants.ts';
import type { Model } from './model.ts';
import { readCalls } from './readers/calls.ts';
import { readConstants } from './readers/constants.ts';
import { declareEntities, readEntities, typeFields } from './readers/entities.ts';
import { declareErrors, readErrorBody, readErrors } from './readers/errors.ts';
import { readLabels } from './readers/labels.ts';
import { readLanguage } from './readers/language.ts';
import { declareMessages, readMessages } from './readers/messages.ts';
import { readPeople, readScenarios } from './readers/people.ts';
import { readPermissions } from './readers/permissions.ts';
import { declareRoles, readAccount, readRoles } from './readers/roles.ts';
import { readRules } from './readers/rules.ts';
import { declareScreens, readScreens } from './readers/screens.ts';
import { readSections, sectionStates } from './readers/sections.ts';
import { declareServices, readServices } from './readers/services.ts';
import { declareMachines, readMachines, typeEvents } from './readers/states.ts';
import { declareViews, readViews } from './readers/views.ts';
import { readWords } from './readers/words.ts';
import type { Memory } from './reading/memory.ts';
import { misspeltForm } from './reading/near-words.ts';
import { Reading } from './reading/reading.ts';

/**
 * Reads a document. Never throws: missing information becomes a hole, and mistakes are noted in the
 * model.
 */
export const readModel = (text: string): Model => readTree(parseDocument(text));

/**
 * Like `readModel`, for a parsed document. `memory` holds what is reusable from the version read
 * before.
 */
export function readTree(tree: SyntaxTree, memory: Memory | null = null): Model {
  const recognised = tree.sections.length > 0 || titleOf(tree) !== null;
  const reading = new Reading(tree, recognised, null, memory);
  const listedConstants = declareAll(reading);
  const states = sectionStates(reading);
  const written = (number: number): boolean => states[number - 1] !== 'not shown';
  const assumedRoles = assumeRoles(reading);
  const assumedErrors = assumeErrors(reading);
  const constants = [...listedConstants, ...assumeNamedConstants(reading)];
  reading.settle();
  const entities = readEntities(reading);
  const account = readAccount(reading) ?? assumeAccount(reading);
  const roles = [...readRoles(reading), ...assumedRoles];
  const screens = assumeScreens(reading, readScreens(reading), { account, roles });
  reading.settle();
  const { languages, readerLanguage, readerZone } = readLanguage(reading);
  const people = readPeople(reading);
  const scenarios = readScenarios(reading);
  const machines = readMachines(reading);
  const { rules, invariants } = readRules(reading);
  const permissions = readPermissions(reading);
  const services = readServices(reading);
  const views = readViews(reading);
  const calls = readCalls(reading);
  const errors = [...readErrors(reading), ...assumedErrors];
  const errorBody = readErrorBody(reading);
  const messages = readMessages(reading);
  const words = readWords(reading);
  const labels = readLabels(reading, words, languages[0] ?? null);
  assumeStates(reading, written(4));
  assumeCurrency(reading, constants);
  if (permissions === null) assumePermissions(reading, roles, written(6));
  const servedCalls = written(7) ? calls : assumeCalls(reading, account, rules, machines);
  const wholesale = new Set<number>();
  if (permissions === null && written(6)) wholesale.add(6);
  if (screens.some((screen) => screen.assumed) && reading.forms.screen.length === 0 && written(2)) wholesale.add(2);
  const sections = readSections(reading, states, wholesale);
  noteTitle(reading);
  const notes = reading.notes.sorted();
  return {
    tree,
    text: tree.text,
    name: titleOf(tree) ?? tree.title?.text ?? 'Untitled',
    recognised,
    language: languages[0] ?? null,
    languages,
    readerLanguage,
    readerZone,
    words,
    sections,
    people,
    scenarios,
    screens,
    entities,
    machines,
    rules,
    invariants,
    roles,
    account,
    permissions,
    calls: servedCalls,
    views,
    errors,
    errorBody,
    messages,
    constants,
    secrets: [...reading.declarations.secrets.values()],
    services,
    labels,
    holes: notes.holes,
    assumptions: notes.assumptions,
    references: notes.references,
    declared: notes.declared,
    misreads: notes.misreads,
    expressions: notes.expressions,
    actions: notes.actions,
    declarations: reading.declarations,
  };
}

/** The first pass: names and types. Each step needs the ones before it. */
function declareAll(reading: Reading): Constant[] {
  const constants = readConstants(reading);
  const currency = constants.find((constant) => constant.name.text === 'CURRENCY')?.value;
  const code = typeof currency === 'string' ? currency : null;
  declareErrors(reading);
  declareMessages(reading);
  declareServices(reading);
  declareEntities(reading);
  declareMachines(reading);
  declareRoles(reading);
  assumeAccountEntity(reading);
  declareScreens(reading);
  declareViews(reading);
  typeFields(reading, code);
  typeEvents(reading, code);
  return constants;
}

/** The name after `# Specification:`, or null. */
function titleOf(tree: SyntaxTree): string | null {
  return /^specification\s*:\s*(.*)$/is.exec(tree.title?.text ?? '')?.[1]?.trim() ?? null;
}

/**
 * Reports a misspelt title such as `# Specificaton: Shop`. Without the right word, the whole title
 * would become the product's name.
 */
function noteTitle({ tree, notes }: Reading): void {
  const match = /^(\S+?)\s*:/.exec(tree.title?.text ?? '');
  const written = match?.[1] ?? '';
  if (tree.title === null || misspeltForm(written, ['specification']) === null) return;
  const { from } = tree.title.content;
  const message = `The title begins with “${written}”. Did you mean “Specification”? What follows the colon is then the product’s name.`;
  notes.misread(1, { from, to: from + written.length }, 'near-miss', message, ['Specification']);
}
