import type { Span } from '../../base/span.ts';
import { insertColumn, setCell, tableText } from '../../syntax/edit-table.ts';
import type { Cell } from '../../syntax/tree.ts';
import { assumedReading } from '../assume/assumed-reading.ts';
import type { Name } from '../ast/common.ts';
import type { Account, Role } from '../ast/roles.ts';
import { isFilled, isHoleText, isLowerCaseWords } from '../reading/cell-forms.ts';
import { accountKeyMeant, accountKeyOf } from '../reading/header-synonyms.ts';
import { namesIn } from '../reading/joined-names.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import { parseYesNo } from '../reading/reading.ts';
import type { Form, FormRow } from '../reading/tables.ts';
import { accountKeys } from '../vocabulary.ts';

const section = 6;

/** First pass: declares the names of roles and the account entity. */
export function declareRoles(reading: Reading): void {
  for (const form of reading.forms.role) {
    for (const row of form.rows) {
      const name = Phrase.of(row.first).name();
      if (name.text === '' || isHoleText(row.first.text)) continue;
      reading.notes.declare('role', name, section);
      reading.names.add('role', name.text);
      if (isLowerCaseWords(name.text)) continue;
      const better = name.text.toLowerCase();
      reading.notes.misread(
        section,
        name.span,
        'bad-name',
        'A role is named by lower-case words, such as “customer” or “team lead”.',
        isLowerCaseWords(better) ? [better] : [],
      );
    }
  }
  const entity = accountRows(reading).get('Entity');
  if (entity !== undefined && entity.text !== '' && !isHoleText(entity.text)) {
    const name = Phrase.of(entity).name().text;
    if (reading.entities.has(name)) reading.declarations.account = name;
  }
}

export function readRoles(reading: Reading): Role[] {
  const roles = new Map<string, Role>();
  for (const form of reading.forms.role) {
    const assumed = new Map<FormRow, string>();
    for (const row of form.rows) {
      const phrase = reading.requiredCell(row.first, row.row.span, section, 'the name of a role', 'The row is not used.');
      if (phrase === null) continue;
      const name = phrase.name();
      const of = reading.cell(row.cell('Of'), section, `whose role ${name.text} is`, 'It is a role of the whole product.')?.name() ?? null;
      const place = of !== null && reading.refer('entity', of, section) ? { self: of.text } : {};
      const meant = of === null && !isFilled(row.cell('Is')) ? roleMeant(reading, name.text) : null;
      if (meant !== null) assumed.set(row, meant);
      const is =
        meant === null
          ? reading.requiredCell(row.cell('Is'), row.row.span, section, `who is ${name.text}`, 'The role alone is never given.')
          : null;
      const includes = reading.cell(row.cell('Includes'), section, `which roles ${name.text} includes`, 'It includes none.')?.names() ?? [];
      const byLink = is !== null && is.code === null && is.text.toLowerCase() === 'link';
      if (is !== null && is.code === null && !byLink) {
        const named = signedMeant(is.text) ?? roleMeant(reading, name.text);
        const example = named ?? `me.role == "${name.text}"`;
        const message = `An expression in backticks tells who has a role, such as \`${example}\`. “${is.text}” is words.`;
        reading.notes.misread(section, is.span, 'unknown-value', message, named === null ? [] : [`\`${named}\``]);
      }
      const role: Role = {
        name,
        span: row.row.span,
        of,
        is:
          meant !== null
            ? (readAssumedRole(reading, name.text, meant, row.row.span)[0]?.is ?? null)
            : is === null || is.code === null
              ? null
              : reading.expression(is.source(), place, section, `who is ${name.text}`, { kind: 'boolean' }),
        byLink,
        includes: reading.referAll('role', includes, section),
        description: reading.words(row.cell('Description'), section, `the description of ${name.text}`),
      };
      if (!roles.has(name.text)) roles.set(name.text, role);
    }
    noteAssumedRoles(reading, form, assumed);
  }
  return [...roles.values()];
}

const signedOut = /^(?:not (?:signed|logged)[- ]in|(?:signed|logged)[- ]out|anonymous|guests?|visitors?|no account|without an account)$/i;
const signedIn = /^(?:(?:is |are )?(?:signed|logged)[- ]in|authenticated|has an account|any (?:user|member)|all users)$/i;

/** The condition for “signed in” and “not signed in”; null: the words say something else. */
const signedMeant = (words: string): string | null => (signedOut.test(words) ? 'me == null' : signedIn.test(words) ? 'me != null' : null);

export const roleHeader = ['Role', 'Is', 'Description'];

/** The roles of an assumed row. Every place in it points to `span`. */
export const readAssumedRole = (reading: Reading, role: string, is: string, span: Span): Role[] =>
  readRoles(assumedReading(reading, `## 6. Roles\n\n${tableText(roleHeader, [[role, `\`${is}\``, '']])}\n`, span));

/**
 * Who has a role by its name: those who are not signed in, or those with an enum value of the
 * account that is called like it. Null if the name says nothing.
 */
export function roleMeant(reading: Reading, role: string): string | null {
  if (role === 'visitor') return 'me == null';
  const account = reading.declarations.account;
  const fields = account === null ? [] : (reading.entities.get(account)?.fields ?? []);
  const field = fields.find(({ type }) => type.kind === 'enum' && type.values.some((value) => value.text === role));
  return field === undefined ? null : `me.${field.name.text} == "${role}"`;
}

/** `assumed`: what Is says in rows where it is empty. */
function noteAssumedRoles(reading: Reading, form: Form, assumed: ReadonlyMap<FormRow, string>): void {
  const [first] = assumed.keys();
  if (first === undefined) return;
  const words = [...assumed].map(([row, is]) => `${Phrase.of(row.first).name().text} if “${is}”`);
  const { tree } = reading;
  const at = form.table.header.cells.findIndex(({ text }) => text.toLowerCase() === 'is');
  const code = (row: FormRow): string => (assumed.has(row) ? `\`${assumed.get(row)}\`` : '');
  const edits = () =>
    at < 0
      ? insertColumn(
          tree.text,
          form.table,
          0,
          'Is',
          form.table.rows.map((row) => form.rows.filter((one) => one.row === row).map(code)[0] ?? ''),
        )
      : [...assumed.keys()].flatMap((row) => setCell(tree.text, form.table, row.row, at, code(row)));
  const text = `Section 6 does not say who has which role. A person is ${words.join(', ')}.`;
  reading.notes.assume(section, first.row.span, text, { title: 'Write who has these roles', edits });
}

/** The second cells of the table Account, by the text of the first in lower case. */
function accountRows(reading: Reading, note = false): Map<string, Cell> {
  const rows = new Map<string, Cell>();
  for (const form of reading.forms.account) {
    for (const row of form.rows) {
      const cell = row.at(1);
      const words = Phrase.of(row.first).name();
      const key = accountKeys.find((one) => one.toLowerCase() === words.text.toLowerCase());
      if (key !== undefined && cell !== null && !rows.has(key)) rows.set(key, cell);
      if (key !== undefined || !note) continue;
      const meant = accountKeyMeant(words.text);
      if (meant === null) continue;
      reading.notes.misread(section, words.span, 'near-miss', `“${words.text}” is read as prose. Did you mean “${meant}”?`, [meant]);
    }
  }
  return rows;
}

/** The table Account; null if it is missing or its entity is unknown. */
export function readAccount(reading: Reading): Account | null {
  const [form] = reading.forms.account;
  if (form === undefined) return null;
  const rows = accountRows(reading, true);
  const { span, header } = form.table;
  const asColumns = header.cells.slice(1).filter((cell) => accountKeyOf(cell.text) !== null);
  if (!rows.has('Entity') && asColumns.length > 0) {
    const message =
      'People cannot sign in: the table Account says one thing in each row, such as “Entity” and “Sign in with”, not in each column.';
    reading.notes.misread(section, header.cells[0]?.span ?? span, 'table-not-read', message);
    return null;
  }
  const get = (key: (typeof accountKeys)[number], consequence: string): Phrase | null =>
    reading.cell(rows.get(key) ?? null, section, `“${key}” of the account`, consequence);
  const entity = reading.requiredCell(rows.get('Entity') ?? null, span, section, 'the entity of accounts', 'People cannot sign in.');
  const fields = get('Sign in with', 'People sign in with email and password.');
  const session = get('Session', 'A session does not end by itself.');
  const signUp = readSignUp(reading, get('Sign up', 'People cannot sign up.'));
  const token = readToken(reading, get('Token', 'It is sent as “Authorization: Bearer”.'));
  const missing = get('Missing token', 'It is answered with UNAUTHORIZED.')?.name() ?? null;
  const unknown = get('Unknown token', 'It is answered with UNAUTHORIZED.')?.name() ?? null;
  const isNobody = unknown !== null && /^is\s+nobody$/i.test(unknown.text);
  reading.referAll(
    'error',
    [missing, isNobody ? null : unknown].filter((name) => name !== null),
    section,
  );
  const worksIn = get('Works in', 'The product has no organisations.')?.name() ?? null;
  if (worksIn !== null) reading.refer('entity', worksIn, section);
  const second = get('Second factor', 'Nobody has one.');
  const confirm = get('Confirm email', 'Addresses are not confirmed.');
  const reset = get('Reset password', 'People cannot reset it.');
  const invite = get('Invite', 'No one can invite people.')?.names() ?? [];
  const operators = get('Operators', 'Nobody sees the jobs in the product.')?.names() ?? [];
  for (const names of [invite, operators]) reading.referAll('role', names, section);
  if (entity === null) return null;
  const name = entity.name();
  const known = reading.refer('entity', name, section);
  const ways = known ? (reading.entities.get(name.text)?.fields ?? []) : [];
  const named =
    fields === null ? null : namesIn(reading, fields, section, ({ text }) => !known || reading.names.has('field', text, name.text));
  const isOpenId = ({ text }: Name): boolean => /^open\s?id$/i.test(text) && !ways.some((field) => field.name.text === text);
  const openId = named?.find(isOpenId) ?? null;
  const signInWith = named?.filter((one) => one !== openId) ?? defaultSignIn(reading, name);
  if (known && fields !== null) reading.referAll('field', signInWith, section, name.text);
  if (known && openId !== null && !ways.some(({ type }) => type.kind === 'email')) {
    const message = `OpenID finds an account by its email address, but ${name.text} has no field of type email. No one can sign in with it.`;
    reading.notes.misread(section, openId.span, 'unknown-value', message);
  }
  const fieldKinds = known ? new Set(ways.map(({ type }) => type.kind)) : null;
  return {
    span,
    entity: name,
    signInWith,
    openId: openId !== null,
    ...signUp,
    secondFactor: readSecondFactor(reading, second, known ? ways : null),
    confirmEmail: readMailed(reading, 'Confirm email', confirm, 'yes', fieldKinds),
    resetPassword: readMailed(reading, 'Reset password', reset, 'by mail', fieldKinds),
    invite: invite.length > 0 && canMail(reading, 'Invite', invite[0]?.span ?? span, fieldKinds) ? invite : [],
    operators,
    session: session === null ? null : reading.expression(session.source(), {}, section, 'the length of a session', { kind: 'duration' }),
    worksIn,
    token,
    missingToken: missing,
    unknownToken: isNobody ? 'nobody' : unknown,
  };
}

/**
 * The sign-in fields if no row names them: the entity's email and password fields, if it has them.
 */
export function defaultSignIn(reading: Reading, entity: Name): Name[] {
  const fields = reading.entities.get(entity.text)?.fields ?? [];
  return (['email', 'password'] as const).flatMap((kind) => {
    const field = fields.find((one) => one.type.kind === kind);
    return field === undefined ? [] : [{ text: field.name.text, span: entity.span }];
  });
}

/** Reads `yes, as customer`. */
function readSignUp(reading: Reading, phrase: Phrase | null): { signUp: boolean; signUpAs: Name | null } {
  if (phrase === null) return { signUp: false, signUpAs: null };
  const [answer, ...rest] = phrase.split();
  const word = (answer ?? phrase).plain().text.toLowerCase();
  const as = phrase.find(/(?:^|,\s*|\s)as\s+/gi);
  const role = as === null ? null : phrase.slice(as.index + as[0].length).name();
  if (role !== null) reading.refer('role', role, section);
  const parsed = word === 'yes' || word === 'no' ? word : parseYesNo(word);
  if (parsed === null || (rest.length > 0 && role === null)) {
    const message = `Sign up is “yes”, “no” or “yes, as ROLE”, not “${phrase.text}”. It is read as “${parsed ?? 'no'}”.`;
    const isRole = reading.names.has('role', word);
    const named = rest.length === 0 && role !== null && /^as\s/i.test(phrase.text) ? role.text : isRole ? word : null;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, named === null ? ['yes', 'no'] : [`yes, as ${named}`]);
  } else if (parsed !== word) {
    reading.notes.misread(section, (answer ?? phrase).span, 'near-miss', `“${word}” is neither yes nor no. Did you mean “${parsed}”?`, [
      parsed,
    ]);
  }
  return { signUp: parsed === 'yes', signUpAs: role };
}

/** Reads `optional`. `fields`: those of the account entity; null: unknown. */
function readSecondFactor(
  reading: Reading,
  phrase: Phrase | null,
  fields: readonly { readonly type: { readonly kind: string } }[] | null,
): boolean {
  const word = phrase?.plain().text.toLowerCase() ?? 'no';
  if (phrase === null || word === 'no') return false;
  if (word !== 'optional')
    reading.notes.misread(
      section,
      phrase.span,
      'unknown-value',
      `A second factor is “optional” or “no”, not “${phrase.text}”. Nobody has one.`,
      ['optional', 'no'],
    );
  else if (fields !== null && !fields.some(({ type }) => type.kind === 'password'))
    reading.notes.misread(
      section,
      phrase.span,
      'unknown-value',
      'A second factor comes after a password, and these accounts have no password. Nobody has one.',
    );
  return word === 'optional';
}

/** Whether a row of the table Account is turned on: `yes` or `by mail`, as `on` requires. */
function readMailed(reading: Reading, key: string, phrase: Phrase | null, on: string, kinds: ReadonlySet<string> | null): boolean {
  const word = phrase?.plain().text.toLowerCase() ?? 'no';
  if (phrase === null || word === 'no') return false;
  if (word === on) return canMail(reading, key, phrase.span, kinds);
  reading.notes.misread(section, phrase.span, 'unknown-value', `${key} is “${on}” or “no”, not “${phrase.text}”. It is read as “no”.`, [
    on,
    'no',
  ]);
  return false;
}

/**
 * Whether the accounts have what mailed links need: an email field and a password. Reports what is
 * missing.
 */
function canMail(reading: Reading, key: string, span: Span, kinds: ReadonlySet<string> | null): boolean {
  const missing = kinds === null ? [] : ['email', 'password'].filter((kind) => !kinds.has(kind));
  if (missing.length === 0) return true;
  const message = `“${key}” sends a link by mail to accounts with a password, and accounts have no field of the type ${missing.join(' or ')}. It is read as “no”.`;
  reading.notes.misread(section, span, 'unknown-value', message);
  return false;
}

function readToken(reading: Reading, phrase: Phrase | null): Account['token'] {
  const usual = { header: 'Authorization', scheme: 'Bearer' };
  if (phrase === null) return usual;
  const match = /^([A-Za-z][A-Za-z0-9-]*)\s*:\s*([A-Za-z][A-Za-z0-9-]*)?\s*$/.exec(phrase.plain().text);
  if (match) return { header: match[1] ?? usual.header, scheme: match[2] ?? '' };
  const message = `A token is sent in a header with a scheme: \`Authorization: Bearer\`. “${phrase.text}” is read as that.`;
  reading.notes.misread(section, phrase.span, 'unknown-value', message, ['`Authorization: Bearer`']);
  return usual;
}
