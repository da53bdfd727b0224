import { boolean } from './boolean.ts';
import { color } from './color.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import { file } from './file.ts';
import { image } from './image.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { money } from './money.ts';
import { password } from './password.ts';
import { percent } from './percent.ts';
import { phone } from './phone.ts';
import { secret } from './secret.ts';
import { serial } from './serial.ts';
import { slug } from './slug.ts';
import { state } from './state.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import type { PlainType } from './type.ts';
import { url } from './url.ts';
import { uuid } from './uuid.ts';

/** The types written as a single word, in the order in which messages list them. */
export const plainTypes = {
  text,
  markdown,
  integer,
  decimal,
  percent,
  money,
  boolean,
  date,
  time,
  datetime,
  duration,
  email,
  url,
  phone,
  color,
  password,
  file,
  image,
  json,
  uuid,
  serial,
  secret,
  slug,
  state,
} as const satisfies Record<string, PlainType>;

export type PlainKind = keyof typeof plainTypes;

export const plainKinds = Object.keys(plainTypes) as readonly PlainKind[];

export const isPlainKind = (text: string): text is PlainKind => Object.hasOwn(plainTypes, text);

/** Names of the types in other languages and in common use. */
export const typeSynonyms: ReadonlyMap<string, PlainKind> = new Map(
  plainKinds.flatMap((kind) => ((plainTypes[kind] as PlainType).synonyms ?? []).map((word): [string, PlainKind] => [word, kind])),
);
