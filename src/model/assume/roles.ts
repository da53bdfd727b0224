import type { Span } from '../../base/span.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import { tableText } from '../../syntax/edit-table.ts';
import type { Account, Role } from '../ast/roles.ts';
import { defaultSignIn, readAssumedRole, roleHeader, roleMeant } from '../readers/roles.ts';
import { isFilled, isHoleText, isLowerCaseWords } from '../reading/cell-forms.ts';
import { eventOf } from '../reading/event-cell.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import { meansEveryone } from '../reading/role-cell.ts';
import { writeSection } from './writing.ts';

const section = 6;

/**
 * First pass: if no table Account names an entity, the one with an email and a password field
 * becomes the account entity.
 */
export function assumeAccountEntity(reading: Reading): void {
  if (reading.forms.account.length > 0) return;
  for (const entity of reading.entities.values()) {
    const types = new Set(entity.fields.map((field) => field.typeCell?.text.trim()));
    if (!types.has('email') || !types.has('password')) continue;
    reading.declarations.account = entity.name.text;
    return;
  }
}

/**
 * The account assumed for that entity; null if the document has a table Account or no such entity.
 */
export function assumeAccount(reading: Reading): Account | null {
  const name = reading.declarations.account;
  const entity = name === null ? undefined : reading.entities.get(name);
  if (entity === undefined || reading.forms.account.length > 0) return null;
  const signInWith = defaultSignIn(reading, entity.name);
  const names = signInWith.map((field) => field.text).join(', ');
  const table = tableText(
    ['Account', ''],
    [
      ['Entity', entity.name.text],
      ['Sign in with', names],
      ['Sign up', 'no'],
    ],
  );
  const text = `Section 6 does not say who has an account: ${withArticle(entity.name.text)} does, and signs in with ${names.replace(', ', ' and ')}.`;
  reading.notes.assume(section, entity.name.span, text, {
    title: 'Write the table Account',
    edits: () => writeSection(reading, section, table),
  });
  const token = { header: 'Authorization', scheme: 'Bearer' };
  return {
    span: entity.name.span,
    entity: entity.name,
    signInWith,
    openId: false,
    signUp: false,
    signUpAs: null,
    secondFactor: false,
    confirmEmail: false,
    resetPassword: false,
    invite: [],
    operators: [],
    session: null,
    worksIn: null,
    token,
    missingToken: null,
    unknownToken: null,
  };
}

/**
 * First pass: without a table of roles, declares those that other sections name. A role named after
 * an enum value of the account belongs to people with that value; everyone has any other role.
 */
export function assumeRoles(reading: Reading): Role[] {
  if (reading.forms.role.length > 0) return [];
  const found = new Map<string, Span>();
  const { forms } = reading;
  for (const form of [...forms.screen, ...forms.transition, ...forms.call]) {
    for (const row of form.rows) {
      const cell = row.cell('Roles');
      if (!isFilled(cell)) continue;
      const names = Phrase.of(cell).names();
      if (names.some(({ text }) => meansEveryone(text))) continue;
      for (const name of names) if (isLowerCaseWords(name.text) && !found.has(name.text)) found.set(name.text, name.span);
    }
  }
  for (const name of found.keys()) reading.names.add('role', name);
  return [...found].flatMap(([name, span]) => {
    return readAssumedRole(reading, name, roleMeant(reading, name) ?? 'true', span);
  });
}

/** Events that section 4 restricts to certain roles get permission rows of their own. */
function permissionRows(reading: Reading, entity: string, columns: readonly string[]): string[][] {
  const events = [...reading.names.all('event', entity)];
  const rolesOf = rolesByEvent(reading, entity);
  const allowed = new Map(
    events.map((event) => {
      const roles = rolesOf.get(event);
      return [event, columns.map((role) => roles == null || roles.has(role))];
    }),
  );
  const free = events.filter((event) => allowed.get(event)?.every(Boolean));
  const row = (operations: readonly string[], grants: readonly boolean[]): string[] => [
    `${entity}: ${operations.join(', ')}`,
    ...grants.map((grant) => (grant ? 'yes' : 'no')),
  ];
  return [
    row(
      ['create', 'read', 'update', 'delete', ...free],
      columns.map(() => true),
    ),
    ...events.filter((event) => !free.includes(event)).map((event) => row([event], allowed.get(event) ?? [])),
  ];
}

/** The roles that section 4 allows for each event, by event name; null: everyone. */
function rolesByEvent(reading: Reading, entity: string): Map<string, Set<string> | null> {
  const found = new Map<string, Set<string> | null>();
  if (reading.names.all('role').size === 0) return found;
  for (const row of reading.machines.of(entity).flatMap((machine) => machine.rows)) {
    const event = eventOf(row)?.name.text;
    if (event === undefined) continue;
    const cell = row.cell('Roles');
    const names = cell === null || isHoleText(cell.text) ? [] : Phrase.of(cell).names();
    const known = found.get(event);
    if (names.length === 0 || names.some(({ text }) => meansEveryone(text)) || known === null) found.set(event, null);
    else if (known === undefined) found.set(event, new Set(names.map((name) => name.text)));
    else for (const name of names) known.add(name.text);
  }
  return found;
}

/**
 * Notes the assumption that everyone may do everything when section 6 has no table of permissions.
 */
export function assumePermissions(reading: Reading, roles: readonly Role[], shown: boolean): void {
  const node = reading.tree.sections.find((one) => one.number === section);
  const end = { from: reading.tree.text.length, to: reading.tree.text.length };
  const text = shown
    ? 'Section 6 shows no permissions: everyone may do everything.'
    : 'Section 6 is not shown: everyone may do everything.';
  const edits = () => writeSection(reading, section, permissionTables(reading, roles));
  const write = reading.entities.size === 0 ? null : { title: 'Write these permissions', edits };
  reading.notes.assume(section, node?.heading.span ?? end, text, write);
}

/**
 * The table of permissions as Markdown, preceded by the table of roles if the document has none.
 */
function permissionTables(reading: Reading, roles: readonly Role[]): string {
  const names = roles.map((role) => role.name.text);
  const columns = names.length > 0 ? names : ['everyone'];
  const rows = [...reading.entities.values()].flatMap((entity) => permissionRows(reading, entity.name.text, columns));
  const roleRows =
    names.length > 0 ? roles.map((role) => [role.name.text, `\`${role.is?.source ?? 'true'}\``, '']) : [['everyone', '`true`', '']];
  const roleTable = reading.forms.role.length > 0 ? '' : `${tableText(roleHeader, roleRows)}\n\n`;
  return `${roleTable}${tableText(['Permission', ...columns], rows)}`;
}
