import { tableText } from '../../syntax/edit-table.ts';
import type { Account, Role } from '../facts/roles.ts';
import { defaultSignIn } from '../readers/roles.ts';
import type { Reading } from '../reading/reading.ts';
import { writeSection } from './writing.ts';

const section = 6;

/** First pass: where no table Account names an entity, the one with an email and a password is the entity of accounts. */
export function assumeAccountEntity(reading: Reading): void {
  if (reading.forms.account.length > 0) return;
  for (const entity of reading.entities.values()) {
    const types = new Set(entity.fields.map((field) => field.typeCell?.text.trim()));
    if (!types.has('email') || !types.has('password')) continue;
    reading.declarations.account = entity.name.text;
    return;
  }
}

/** The account that is assumed with that entity. */
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
  const text = `Section 6 does not say who has an account: a ${entity.name.text} does, and signs in with ${names.replace(', ', ' and ')}.`;
  reading.notes.assume(section, entity.name.span, text, { title: 'Write the table Account', edits: writeSection(reading, section, table) });
  const token = { header: 'Authorization', scheme: 'Bearer' };
  return { span: entity.name.span, entity: entity.name, signInWith, signUp: false, signUpAs: null, session: null, token };
}

/** Without a table of permissions everyone may do everything. */
export function assumePermissions(reading: Reading, roles: readonly Role[], shown: boolean): void {
  const node = reading.tree.sections.find((one) => one.number === section);
  const end = { from: reading.tree.text.length, to: reading.tree.text.length };
  const names = roles.map((role) => role.name.text);
  const columns = names.length > 0 ? names : ['everyone'];
  const rows = [...reading.entities.values()].map((entity) => {
    const events = [...reading.names.all('event', entity.name.text)];
    return [`${entity.name.text}: ${['create', 'read', 'update', 'delete', ...events].join(', ')}`, ...columns.map(() => 'yes')];
  });
  const roleTable = names.length > 0 ? '' : `${tableText(['Role', 'Is', 'Description'], [['everyone', '`true`', '']])}\n\n`;
  const markdown = `${roleTable}${tableText(['Permission', ...columns], rows)}`;
  const text = shown
    ? 'Section 6 shows no permissions: everyone may do everything.'
    : 'Section 6 is not shown: everyone may do everything.';
  const write = rows.length === 0 ? null : { title: 'Write these permissions', edits: writeSection(reading, section, markdown) };
  reading.notes.assume(section, node?.heading.span ?? end, text, write);
}
