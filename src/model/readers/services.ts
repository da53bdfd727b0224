import type { Name } from '../ast/common.ts';
import type { Secret, Service, Signature } from '../ast/services.ts';
import type { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';

const section = 7;

/** First pass: declares services. */
export function declareServices(reading: Reading): void {
  for (const form of reading.forms.service) {
    for (const row of form.rows) {
      const name = reading.requiredCell(row.first, row.row.span, section, 'the name of a service', 'The row is not used.')?.name();
      if (name === undefined) continue;
      reading.notes.declare('service', name, section);
      if (!/^[A-Za-z]\w*$/.test(name.text)) {
        const better = name.text.replace(/\W+/g, '');
        const message = `A service’s name is one word, so that actions can use it${better === '' ? '' : `: “${better}”`}.`;
        reading.notes.misread(section, name.span, 'bad-name', message, /^[A-Za-z]/.test(better) ? [better] : []);
      }
      reading.names.add('service', name.text);
      reading.declarations.services.add(name.text);
    }
  }
}

/** Second pass. The first of two services with one name wins. */
export function readServices(reading: Reading): Service[] {
  const services = reading.forms.service.flatMap((form) =>
    form.rows.flatMap((row) => {
      const name = row.first.text === '' ? null : readName(row);
      return name === null ? [] : [reading.unitOf(row, '', () => readService(reading, row, name))];
    }),
  );
  return services.filter(({ name }, index) => services.findIndex((one) => one.name.text === name.text) === index);
}

const readName = (row: FormRow): Name => ({ text: row.first.text.replace(/`/g, ''), span: row.first.span });

function readService(reading: Reading, row: FormRow, name: Name): Service {
  const about = `the address of ${name.text}`;
  const phrase = reading.requiredCell(row.cell('Address'), row.row.span, section, about, 'Nothing can be sent to it.');
  const secret = reading.cell(row.cell('Secret'), section, `the secret of ${name.text}`, 'Requests are sent without one.')?.name() ?? null;
  return {
    name,
    span: row.row.span,
    address: phrase === null ? null : readAddress(reading, phrase.plain()),
    secret: secret !== null && referSecret(reading, secret) ? secret : null,
  };
}

const addressForm = /^(https?:\/\/)([^\s/?#]+)((?:\/[^\s?#]*)?)$/i;

function readAddress(reading: Reading, phrase: Phrase): string | null {
  const [, scheme = '', host = '', path = ''] = addressForm.exec(phrase.text) ?? [];
  const wrong = host.includes('@')
    ? 'It must not contain a password: name the secret in the column Secret.'
    : host === '' || !URL.canParse(phrase.text)
      ? 'It begins with https:// and a host, and ends before “?” and “#”.'
      : null;
  if (wrong === null) return `${scheme.toLowerCase()}${host.toLowerCase()}${path.replace(/\/+$/, '')}`;
  reading.notes.misread(section, phrase.span, 'unknown-value', `“${phrase.text}” is not the address of a service. ${wrong}`);
  return null;
}

/** Records the use of a secret; otherwise reports the problem and returns false. */
function referSecret(reading: Reading, name: Name): boolean {
  if (!reading.refer('constant', name, section)) return false;
  if (reading.declarations.secrets.has(name.text)) return true;
  const message = `${name.text} is a constant that everyone can read. Give it the unit “secret” in section 9, and no value.`;
  reading.notes.misread(section, name.span, 'unknown-value', message);
  return false;
}

const signedForm = /^hmac\s+sha256\s+([A-Za-z][A-Za-z\d-]*)\s+by\s+(\S+)$/i;

/** Reads `hmac sha256 X-Signature by PAY_SECRET`; null: the call is not signed. */
export function readSigned(reading: Reading, row: FormRow, call: string): Signature | null {
  const phrase = reading.cell(row.cell('Signed'), section, `how ${call} is signed`, 'The call is refused.')?.plain() ?? null;
  const cell = row.cell('Signed');
  if (phrase === null) {
    // An undecided signature refuses every call: unsigned callers must not get in.
    return cell === null || cell.text === '' ? null : { span: cell.span, header: '', secret: { text: '', span: cell.span } };
  }
  const match = signedForm.exec(phrase.text);
  const refused: Signature = { span: phrase.span, header: '', secret: { text: '', span: phrase.span } };
  if (match === null) {
    const message = `“${phrase.text}” is not a valid signature: write “hmac sha256 HEADER by SECRET”, such as “hmac sha256 X-Signature by PAY_SECRET”. The call is refused.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
    return refused;
  }
  if (/^(GET|DELETE)\b/.test(call)) {
    const message = 'A signature is over the body, and this call has none: use POST, PUT or PATCH. The call is refused.';
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
    return refused;
  }
  const secret = phrase.slice(phrase.text.length - (match[2] ?? '').length).name();
  return referSecret(reading, secret) ? { span: phrase.span, header: match[1] ?? '', secret } : refused;
}

/** Reads a row of section 9 with the unit `secret`. */
export function readSecret(reading: Reading, row: FormRow, name: Name): Secret {
  const value = row.cell('Value');
  if (value !== null && value.text !== '') {
    const message = `${name.text} is a secret: its value is read from the environment of the server, under this name. Leave the cell Value empty, and replace the value that was here, which others may have read.`;
    reading.notes.misread(9, value.span, 'unknown-value', message);
  }
  return { name, span: row.row.span, description: reading.words(row.cell('Description'), 9, `the description of ${name.text}`) };
}
