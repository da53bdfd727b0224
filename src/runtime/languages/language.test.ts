import { describe, expect, it } from 'vitest';
import { chooseLanguage, offeredLanguage } from '../../engine/languages/choose.ts';
import type { OwnCode } from '../../engine/outcome.ts';
import { englishUiWords } from '../../ui/root/words.ts';
import { loadWords } from './language.ts';
import { lateWords } from './late-words.ts';

const englishWords = await lateWords.load();

describe('the language of a product', () => {
  it('is the document’s, with the region of a reader who shares it', () => {
    expect(chooseLanguage('de', ['en-GB', 'de-AT'])).toEqual({ locale: 'de-AT', words: 'de', direction: 'ltr' });
    expect(chooseLanguage('de-CH', ['de-AT']).locale).toBe('de-CH');
    expect(chooseLanguage('ar', ['en'])).toEqual({ locale: 'ar', words: 'ar', direction: 'rtl' });
  });

  it('is the reader’s first that has texts, if the document names none', () => {
    expect(chooseLanguage(null, ['nl', 'fr-BE', 'en'])).toEqual({ locale: 'fr-BE', words: 'fr', direction: 'ltr' });
    expect(chooseLanguage(null, ['nl'])).toEqual({ locale: 'en', words: 'en', direction: 'ltr' });
  });

  it('has English texts but its own dates if it has no texts', () => {
    expect(chooseLanguage('nl', ['de'])).toEqual({ locale: 'nl', words: 'en', direction: 'ltr' });
  });
});

it('counts a list of records without a plural in generic words', async () => {
  const said = await Promise.all(
    (['de', 'es', 'fr'] as const).map(async (name) => (await loadWords(name, englishWords)).parts.lists.found(3, 'Coffee', null, false)),
  );
  expect([englishWords.parts.lists.found(3, 'Coffee', null, false), ...said]).toEqual([
    '3 records',
    '3 Einträge',
    '3 registros',
    '3 éléments',
  ]);
  expect(englishWords.parts.lists.found(1, 'Coffee', null, false)).toBe('1 coffee');
});

it('names a chart of records by the week of their creation without naming that field', async () => {
  const chart = { aggregate: 'count', entity: 'Ticket', entities: 'Tickets', field: '', by: null, per: 'week' } as const;
  const others = await Promise.all(
    (['de', 'es', 'fr', 'ar'] as const).map(async (name) => (await loadWords(name, englishWords)).chartTitle(chart)),
  );
  expect([englishWords.chartTitle(chart), ...others]).toEqual([
    'Tickets per week',
    'Tickets pro Woche',
    'Tickets por semana',
    'Tickets par semaine',
    'Tickets لكل أسبوع',
  ]);
  expect(englishWords.chartTitle({ ...chart, by: 'Due' })).toBe('Tickets by due per week');
});

it('shows a count that is a lower bound with a plus sign in every language', async () => {
  const said = await Promise.all(
    (['de', 'es', 'fr', 'ar'] as const).map(async (name) => {
      const words = await loadWords(name, englishWords);
      return [words.parts.lists.found(10_000, 'Ticket', 'Tickets', true), words.ui?.range(1, 25, 10_000, true)];
    }),
  );
  const english = englishWords.parts.lists.found(10_000, 'Ticket', 'Tickets', true);
  expect([english, englishUiWords.range(1, 25, 10_000, true)]).toEqual(['10,000+ tickets', '1–25 of 10,000+']);
  expect(said).toEqual([
    ['10.000+ Tickets', '1–25 von 10.000+'],
    ['10.000+ tickets', '1–25 de 10.000+'],
    ['10\u202F000+ tickets', '1–25 sur 10\u202F000+'],
    ['Tickets: 10,000+', '1–25 من 10,000+'],
  ]);
  expect(englishWords.parts.lists.found(10_000, 'Ticket', 'Tickets', false)).toBe('10,000 tickets');
});

const codes: readonly OwnCode[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'INVALID',
  'required',
  'unfit',
  'taken',
  'referred',
  'rule',
  'no-field',
  'not-asked',
  'no-way',
  'mistake-in-document',
  'no-accounts',
  'sign-in',
  'TOO_MANY_ATTEMPTS',
  'TOO_EXPENSIVE',
  'password-required',
  'wrong-password',
  'code-required',
  'wrong-code',
  'link-expired',
  'confirm-email',
  'too-many-rows',
  'more-mistakes',
  'failed',
  'storage-full',
  'not-saved',
  'outcome-unknown',
  'unavailable',
];

/** `did` receives a function that forms its language's past tense. */
const argumentsOf = (place: string): readonly unknown[] => ['2', '3', place.endsWith('did') ? (event: string) => `${event}ed` : '4', '5'];

/** Every text of a catalogue, by its path; functions are called. */
function texts(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => {
    const place = `${path}${key}`;
    if (place === 'refusal' || place === 'chartTitle' || value === null) return [];
    if (typeof value === 'string') return [[place, value]];
    if (typeof value === 'function') return [[place, String((value as (...args: unknown[]) => unknown)(...argumentsOf(place)))]];
    return texts(value, `${place}.`);
  });
}

describe.each(['de', 'es', 'fr', 'ar'])('%s', (code) => {
  it('has every text, and none in English by mistake', async () => {
    const words = await loadWords(code, englishWords);
    const english = new Map(texts(englishWords));
    const own = texts(words);
    expect(own.map(([place]) => place).sort()).toEqual([...english.keys()].sort());
    expect(own.filter(([, text]) => text.trim() === '')).toEqual([]);
    // Only short texts may be the same in both languages.
    expect(own.filter(([place, text]) => text === english.get(place) && text.length > 14)).toEqual([]);
  });

  it('has each of the engine’s messages, with the document’s words in it', async () => {
    const { refusal, chartTitle } = await loadWords(code, englishWords);
    for (const one of codes) {
      const said = refusal?.({ code: one, data: { field: 'Betreff', entity: 'Fall', fields: 'Nummer', rule: 'kurz', must: 'integer' } });
      expect(said, one).toMatch(/\S{3,}/u);
      if (['required', 'unfit', 'no-field', 'INVALID'].includes(one)) expect(said).toContain('Betreff');
    }
    // A kind of value without a text of its own still gets a whole sentence.
    expect(refusal?.({ code: 'unfit', data: { field: 'Betreff', must: '' } })).toMatch(/Betreff \S.{8,}\./u);
    expect(chartTitle({ aggregate: 'sum', entity: 'Fall', entities: null, field: 'Preis', by: 'Status', per: 'month' })).toContain('Preis');
  });

  it('says in a sentence what someone did, by the resulting state', async () => {
    const { did } = await loadWords(code, englishWords);
    const past = (event: string): string => event;
    expect(did('Bestätigen', null, past, 'Bestätigt')).toMatch(/^\S+ .*Bestätigt/u);
    expect(did('Bestätigen', null, past, 'Bestätigt')).not.toContain('Bestätigen');
    expect(did('Bestätigen', null, past, null)).toBe('· Bestätigen');
  });

  it('counts with the plural forms of the language', async () => {
    const { selected } = await loadWords(code, englishWords);
    expect(new Set([1, 2, 3, 11].map((count) => selected(count))).size).toBe(4);
  });
});

it('a document in several languages is shown in the first that the reader prefers, or else in its own', () => {
  expect(offeredLanguage(['en', 'de', 'he'], ['fr', 'de-AT', 'en'])).toBe('de');
  expect(offeredLanguage(['en', 'pt-BR', 'pt-PT'], ['pt-PT'])).toBe('pt-PT');
  expect(offeredLanguage(['id', 'en'], ['fr'])).toBe('id');
  expect(offeredLanguage(['de'], ['en'])).toBeNull();
  expect(chooseLanguage('he', ['en']).direction).toBe('rtl');
});
