import { plainScope, TestRecord } from '../src/expression/testing.ts';
import type { Scope, Value } from '../src/expression/values/value.ts';
import { type Benchmark, type Figure, time } from './benchmark.ts';
import { requirePeer } from './peers.ts';
import { published } from './published.ts';

/** Seven rules as a document says them, and as JSON Schema does. */
const rules: readonly { readonly must: string; readonly schema: object }[] = [
  { must: 'size(subject) >= 3', schema: { properties: { subject: { minLength: 3 } } } },
  { must: 'size(subject) <= 60', schema: { properties: { subject: { maxLength: 60 } } } },
  { must: 'priority in ["low", "normal", "high"]', schema: { properties: { priority: { enum: ['low', 'normal', 'high'] } } } },
  { must: 'hours >= 0', schema: { properties: { hours: { minimum: 0 } } } },
  { must: 'hours <= 200', schema: { properties: { hours: { maximum: 200 } } } },
  { must: 'code.startsWith("N-")', schema: { properties: { code: { pattern: '^N-' } } } },
  {
    must: 'paid || hours < 100',
    schema: { anyOf: [{ properties: { paid: { const: true } } }, { properties: { hours: { exclusiveMaximum: 100 } } }] },
  },
];

const text = `# Specification: Seven rules

## 3. Entities and their fields

### Job

| Field | Type | Required | Unique | Default | Computed | Description |
|---|---|---|---|---|---|---|
| subject | text | yes | | | | label |
| priority | text | yes | | | | |
| hours | int | yes | | | | |
| code | text | yes | | | | |
| paid | boolean | yes | | | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
${rules.map(({ must }, index) => `| rule ${index + 1} | Job | \`${must.replaceAll('|', '\\|')}\` | INVALID |`).join('\n')}
`;

const priorities = ['low', 'normal', 'high', 'none'];

/** About a quarter of them break a rule, some of them several. */
const records = Array.from({ length: 1000 }, (_, index) => ({
  subject: 'The printer on the second floor is out of paper'.slice(0, index % 40 === 0 ? 2 : 12 + (index % 36)),
  priority: priorities[index % 16 === 0 ? 3 : index % 3] ?? 'low',
  hours: index % 25 === 0 ? 300 : index % 90,
  code: index % 10 === 0 ? 'X-12' : `N-${index}`,
  paid: index % 2 === 0,
}));

interface Validate {
  (data: unknown): boolean;
  readonly errors?: readonly unknown[] | null;
}

/**
 * Every rule on every record, all failures counted; beside ajv with all errors on the same records.
 */
export const benchmark: Benchmark = {
  name: 'seven rules on one record',
  async run() {
    const { compileExpression, readModel } = await published();
    const model = readModel(text);
    const compiled = model.rules.flatMap(({ must }) => (must.kind === 'holds' ? [compileExpression(must.expression)] : []));
    if (compiled.length !== rules.length) throw new Error(`${compiled.length} of ${rules.length} rules were read`);
    const scopes = records.map((record, index): Scope => {
      const self = new TestRecord('Job', String(index), record as Readonly<Record<string, Value>>);
      return { ...plainScope, self };
    });
    const ours = (): number => {
      let failures = 0;
      for (const scope of scopes) for (const rule of compiled) if (rule(scope) !== true) failures++;
      return failures;
    };

    const Ajv = requirePeer<new (options: object) => { compile(schema: object): Validate }>('ajv');
    const validate = new Ajv({ allErrors: true, strict: false }).compile({
      type: 'object',
      allOf: rules.map(({ schema }) => schema),
    });
    const theirs = (): number => {
      let failed = 0;
      for (const record of records) if (!validate(record)) failed++;
      return failed;
    };
    const failing = scopes.filter((scope) => compiled.some((rule) => rule(scope) !== true)).length;
    if (theirs() !== failing || failing === 0) throw new Error(`ajv refuses ${theirs()} records, we ${failing}`);

    const figures: Figure[] = [];
    const perSecond = (milliseconds: number): number => (records.length / milliseconds) * 1000;
    const peer = await time(theirs, 1500);
    const own = await time(ours, 1500);
    figures.push({
      name: 'records a second, every failing rule said',
      value: perSecond(own.warm),
      unit: '/s',
      against: { name: 'ajv with all errors', value: perSecond(peer.warm) },
    });
    return figures;
  },
};
