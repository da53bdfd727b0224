import { describe, expect, it } from 'vitest';
import type { InputData } from '../../engine/form-data.ts';
import type { Json } from '../../engine/record-data.ts';
import { toDuration, unitOf } from './duration-input.tsx';
import { initialValues, readForm } from './form-values.ts';

const input = (name: string, type: string, more: Partial<InputData> = {}): InputData => ({
  name,
  label: name,
  type,
  values: [],
  entity: null,
  of: null,
  required: false,
  value: null,
  description: '',
  maxLength: null,
  ...more,
});

const read = (inputs: readonly InputData[], changes: Readonly<Record<string, Json>>, whole = false) =>
  readForm(inputs, { ...initialValues(inputs, 'Asia/Tokyo'), ...changes }, { zone: 'Asia/Tokyo', whole });

const Bo = { entity: 'User', id: 'u1', label: 'Bo', address: null };

describe('what a form sends', () => {
  it('is what changed: the product fills in defaults', () => {
    const inputs = [input('subject', 'text', { required: true }), input('priority', 'enum', { value: 'normal', required: true })];
    expect(read(inputs, { subject: 'Cold' })).toEqual({ values: { subject: 'Cold' }, wrong: {} });
    expect(read(inputs, { subject: 'Cold' }, true).values).toEqual({ subject: 'Cold', priority: 'normal' });
  });

  it('has 0.12 for a typed 12 or 12 %', () => {
    const inputs = [input('rate', 'percent', { value: '0.0725' })];
    expect(initialValues(inputs, 'Asia/Tokyo')).toEqual({ rate: '7.25' });
    for (const typed of ['12', '12 %', '12,0%']) expect(Number(read(inputs, { rate: typed }).values['rate'])).toBe(0.12);
    expect(read(inputs, { rate: '-0.5' }).values).toEqual({ rate: '-0.005' });
    expect(read(inputs, { rate: '1234.5' }).values).toEqual({ rate: '12.345' });
    expect(read(inputs, { rate: 'much' }).wrong).toEqual({ rate: 'number' });
  });

  it('reads a moment in the reader’s time zone', () => {
    const inputs = [input('at', 'datetime', { value: '2026-01-05T20:30:00Z' })];
    expect(initialValues(inputs, 'Asia/Tokyo')).toEqual({ at: '2026-01-06T05:30' });
    expect(read(inputs, { at: '2026-01-06T06:00' }).values).toEqual({ at: '2026-01-05T21:00:00.000Z' });
    expect(read(inputs, {}).values).toEqual({});
  });

  it('has null for a cleared value, and an empty list for a cleared list', () => {
    const inputs = [
      input('body', 'text', { value: 'x' }),
      input('tags', 'list', { of: 'text', value: ['a'] }),
      input('assignee', 'relation', { value: { ...Bo } }),
    ];
    expect(read(inputs, { body: '', tags: [], assignee: null }).values).toEqual({ body: null, tags: [], assignee: null });
  });

  it('has the ids of records', () => {
    const inputs = [input('assignee', 'relation'), input('watchers', 'members')];
    expect(read(inputs, { assignee: { ...Bo }, watchers: [{ ...Bo }] }).values).toEqual({ assignee: 'u1', watchers: ['u1'] });
  });

  it('has exact numbers, however they were typed', () => {
    const inputs = [input('price', 'money'), input('count', 'integer')];
    expect(read(inputs, { price: '1 234,50', count: '12' }).values).toEqual({ price: '1234.50', count: 12 });
    expect(read(inputs, { price: '1,234.50' }).values).toEqual({ price: '1234.50' });
    expect(read(inputs, { price: '.5' }).values).toEqual({ price: '0.5' });
    expect(read(inputs, { count: '9007199254740993' }).values).toEqual({ count: '9007199254740993' });
    expect(read(inputs, { price: 'much', count: '1.5' }).wrong).toEqual({ price: 'number', count: 'whole' });
  });

  it('needs every required value, whatever its type', () => {
    for (const type of ['text', 'markdown', 'integer', 'money', 'date', 'datetime', 'email', 'relation', 'enum', 'file', 'duration'])
      expect(read([input('it', type, { required: true })], {}), type).toEqual({ values: {}, wrong: { it: 'required' } });
    const subject = [input('subject', 'text', { required: true, value: 'Cold' })];
    expect(read(subject, { subject: '' }).wrong).toEqual({ subject: 'required' });
    expect(read(subject, { subject: '  ' })).toEqual({ values: { subject: '  ' }, wrong: {} });
    expect(read([input('key', 'password', { required: true, value: 'set' })], {})).toEqual({ values: {}, wrong: {} });
  });

  it('reads JSON, moments and booleans', () => {
    const inputs = [input('data', 'json'), input('due', 'datetime'), input('done', 'boolean', { value: true })];
    const sent = read(inputs, { data: '{"a": [1]}', due: '2026-01-05T10:00', done: false }).values;
    expect(sent['data']).toEqual({ a: [1] });
    expect(new Date(String(sent['due'])).getTime()).toBe(new Date('2026-01-05T10:00+09:00').getTime());
    expect(sent['done']).toBe(false);
    expect(read(inputs, { data: '{' }).wrong).toEqual({ data: 'json' });
  });

  it('needs a required yes or no that has no default; an optional one is off', () => {
    const required = [input('done', 'boolean', { required: true })];
    expect(initialValues(required, 'UTC')).toEqual({ done: null });
    expect(read(required, {}).wrong).toEqual({ done: 'required' });
    expect(read(required, { done: false })).toEqual({ values: { done: false }, wrong: {} });
    expect(initialValues([input('done', 'boolean')], 'UTC')).toEqual({ done: false });
    expect(initialValues([input('done', 'boolean', { required: true, value: false })], 'UTC')).toEqual({ done: false });
  });
});

it('a duration keeps its unit', () => {
  expect(toDuration('90', 'minutes')).toBe('PT90M');
  expect(toDuration('-3', 'days')).toBe('-P3D');
  expect(toDuration('1.5', 'hours')).toBeNull();
  expect([unitOf(86_400), unitOf(7200), unitOf(5400)]).toEqual(['days', 'hours', 'minutes']);
});
