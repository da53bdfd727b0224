import type { Address } from './record-data.ts';
import type { PlainCall } from './session-calls.ts';
import {
  address,
  choosing,
  command,
  count,
  type Form,
  ids,
  importRequest,
  optional,
  options,
  partAddress,
  text,
  values,
  viewRequest,
} from './session-forms.ts';

/*
 * What a server accepts of those who call it. A page sends calls and checks none, so this is not in
 * the table of the calls.
 */

/** The forms of the arguments of each call, in their order. */
const inputs: Readonly<Record<PlainCall, readonly Form[]>> = {
  person: [],
  account: [],
  jobs: [],
  link: [text],
  inbox: [optional(text)],
  navigation: [],
  screen: [address],
  part: [partAddress, optional(options)],
  open: [viewRequest],
  records: [text, optional(options)],
  formNow: [partAddress, values],
  choices: [text, text, count, optional(choosing), optional(address)],
  model: [],
  run: [command, optional(viewRequest)],
  newRecord: [text, optional(text), optional(address)],
  deletion: [text, ids, optional(address)],
  editable: [text, optional(address)],
  importRows: [importRequest],
};

/** Reads the header; undefined if it is not an address. */
export function addressShown(header: string | undefined): Address | undefined {
  if (header === undefined) return undefined;
  try {
    const given: unknown = JSON.parse(decodeURIComponent(header));
    return address(given) ? (given as Address) : undefined;
  } catch (error) {
    if (error instanceof URIError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The arguments as the session accepts them, or null if a screen would never send them. The sender
 * may be anyone, and the session relies on the types. JSON cannot express an omitted argument, so
 * null means omitted.
 */
export function callArguments(name: PlainCall, given: unknown): readonly unknown[] | null {
  if (!Array.isArray(given)) return null;
  const forms = inputs[name];
  const args = forms.map((_form, index) => (given[index] === null ? undefined : given[index]));
  return forms.every((form, index) => form(args[index])) ? args : null;
}
