import { readFileSync } from 'node:fs';
import type { Ajv, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as AjvDraft04 } from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';

/**
 * Checks the output of commands against the formats' schemas. Each function returns problems as
 * text; none if the output is valid.
 */

type Json = { [key: string]: unknown };

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const errorsOf = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);

/** Checks SARIF against OASIS's schema, including the formats of its addresses and dates. */
export function sarifProblems(): (text: string) => string[] {
  const ajv: Ajv = new AjvDraft04({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(read('testing/schemas/sarif-2.1.0-rtm.5.json')));
  return (text) => errorsOf(validate, JSON.parse(text));
}

export type Shape = 'check' | 'test' | 'explore' | 'ever' | 'diff' | 'verify' | 'screens' | 'ask' | 'baseline' | 'export' | 'import';

/**
 * Checks the public JSON shapes, and refuses unknown keys: a new key belongs in the schema and on
 * the page.
 */
export function jsonProblems(): (shape: Shape, text: string) => string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
  const schema: Json = JSON.parse(read('docs/formats.schema.json'));
  close(schema);
  ajv.addSchema(schema, 'formats');
  return (shape, text) => {
    const validate = ajv.getSchema(`formats#/$defs/${shape}`);
    if (validate === undefined) throw new Error(`docs/formats.schema.json has no shape ${shape}`);
    return errorsOf(validate as ValidateFunction, JSON.parse(text));
  };
}

function close(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Json;
  if (object['type'] === 'object' && object['additionalProperties'] === undefined) object['additionalProperties'] = false;
  for (const inner of Object.values(object)) close(inner);
}

/** Checks JUnit's XML with a real XML parser and the schema that Jenkins uses. */
export function junitProblems(): (text: string) => string[] {
  const schema = XmlDocument.fromString(read('testing/schemas/junit-4.xsd'));
  const validator = XsdValidator.fromDoc(schema);
  return (text) => {
    // The schema is older than the two attributes that GitLab and editors use for the location.
    const plain = text.replace(/(<testcase classname="[^"]*" name="[^"]*") file="[^"]*"(?: line="\d+")?/g, '$1');
    const parsed = XmlDocument.fromString(plain);
    try {
      validator.validate(parsed);
      return [];
    } catch (error) {
      if (error instanceof XmlValidateError) return error.details.map(({ line, message }) => `line ${line}: ${message.trim()}`);
      throw error;
    } finally {
      parsed.dispose();
    }
  };
}
