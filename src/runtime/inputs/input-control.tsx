import { type ReactNode, useContext, useState } from 'react';
import { own } from '../../base/own.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { FileData, Json, RelationData } from '../../engine/record-data.ts';
import type { FieldType } from '../../model/ast/entities.ts';
import { Person } from '../../ui/display/avatar.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import type { Choice } from '../../ui/form/choice.ts';
import { Combobox, MultiCombobox } from '../../ui/form/combobox.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { TagInput } from '../../ui/form/tag-input.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { IconEye, IconEyeOff } from '../../ui/late-icons.ts';
import { currencyOf, isPerson, isRelation } from '../model-lookup.ts';
import { useWholeProduct } from '../product-context.ts';
import { useLink } from '../screen/use-link.ts';
import { isFileData } from '../values/file-data.ts';
import { FileView } from '../values/file-view.tsx';
import { ChoosingContext } from './choosing-context.ts';
import { DayInput } from './day-input.tsx';
import { DurationInput } from './duration-input.tsx';
import { isUnanswered } from './form-values.ts';
import styles from './inputs.module.css';
import { NewRecordContext } from './new-record-context.ts';
import { previewOf } from './preview-of.ts';

interface ControlProps {
  readonly input: InputData;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly invalid: boolean;
  /** The label of an enum's value, and its appearance. */
  readonly named: (choice: string) => string;
  readonly look: (choice: string, index: number) => ReactNode;
}

type Control = (props: ControlProps) => ReactNode;

const textOf = (value: Json): string => (typeof value === 'string' ? value : '');
const needed = (input: InputData) => ({ 'aria-required': input.required || undefined });

const line =
  (type: 'text' | 'email' | 'url' | 'tel', autoComplete: 'off' | 'email' | 'url' | 'tel'): Control =>
  ({ input, value, onChange }) => (
    <TextField type={type} autoComplete={autoComplete} value={textOf(value)} onValue={onChange} {...needed(input)} />
  );
const text = line('text', 'off');

const day =
  (kind: 'date' | 'time' | 'datetime'): Control =>
  ({ input, value, onChange }) => <DayInput kind={kind} value={textOf(value)} onValue={onChange} {...needed(input)} />;

/** A number is short, so its input is as well. */
const short = { maxWidth: 240 };

const whole: Control = ({ input, value, onChange }) => (
  <NumberField whole value={textOf(value)} onValue={onChange} {...needed(input)} style={short} />
);

const controls: Readonly<Record<FieldType['kind'], Control>> = {
  text,
  markdown: text,
  integer: whole,
  decimal: ({ input, value, onChange }) => (
    <NumberField value={textOf(value)} onValue={onChange} steppers={false} {...needed(input)} style={short} />
  ),
  percent: ({ input, value, onChange }) => (
    <NumberField value={textOf(value)} onValue={onChange} steppers={false} lead="%" {...needed(input)} style={short} />
  ),
  money: (props) => <MoneyControl {...props} />,
  boolean: (props) =>
    isUnanswered(props.input) ? <YesOrNo {...props} /> : <Switch checked={props.value === true} onChange={props.onChange} />,
  date: day('date'),
  time: day('time'),
  datetime: day('datetime'),
  duration: ({ input, value, onChange }) => (
    <DurationInput value={typeof value === 'string' ? value : null} onChange={onChange} label={input.label} />
  ),
  email: line('email', 'email'),
  url: line('url', 'url'),
  phone: line('tel', 'tel'),
  color: ({ value, onChange }) => (
    <TextField type="color" value={/^#[\da-f]{6}$/iu.test(textOf(value)) ? textOf(value) : '#000000'} onValue={onChange} />
  ),
  password: ({ input, value, onChange }) => <PasswordControl input={input} value={textOf(value)} onChange={onChange} />,
  file: (props) => <FileControl {...props} />,
  image: (props) => <FileControl {...props} />,
  json: ({ value, onChange }) => (
    <TextArea
      value={textOf(value)}
      onValue={onChange}
      spellCheck={false}
      style={{ fontFamily: 'var(--font-mono)', fontSize: '0.8125rem' }}
    />
  ),
  uuid: text,
  secret: text,
  serial: whole,
  slug: text,
  state: (props) => <EnumControl {...props} value={typeof props.value === 'string' ? props.value : null} />,
  enum: (props) => <EnumControl {...props} value={typeof props.value === 'string' ? props.value : null} />,
  relation: (props) => <RelationControl {...props} />,
  list: ({ value, onChange, invalid }) => (
    <TagInput value={Array.isArray(value) ? (value as readonly Json[]).map(String) : []} onChange={onChange} invalid={invalid} />
  ),
  members: (props) => <MembersControl {...props} />,
  inverse: text,
  rows: text,
  unknown: text,
};

/** The control for an input's type. */
export const InputControl = (props: ControlProps): ReactNode => (own(controls, props.input.type) ?? text)(props);

function MoneyControl({ input, value, onChange }: ControlProps) {
  const { model } = useWholeProduct();
  return (
    <NumberField
      value={textOf(value)}
      onValue={onChange}
      steppers={false}
      lead={input.ownCurrency ? undefined : (currencyOf(model) ?? undefined)}
      {...needed(input)}
      style={short}
    />
  );
}

function YesOrNo({ input, value, onChange }: ControlProps) {
  const { words } = useWholeProduct();
  return (
    <Segmented
      inField
      label={input.label}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(next) => onChange(next === 'true')}
      items={[
        { value: 'true', label: words.yes },
        { value: 'false', label: words.no },
      ]}
    />
  );
}

/** Shows a few short values as buttons side by side, others as a menu. */
function EnumControl({
  input,
  value,
  onChange,
  named,
  look,
}: {
  readonly input: InputData;
  readonly value: string | null;
  readonly onChange: (value: Json) => void;
  readonly named: ControlProps['named'];
  readonly look: ControlProps['look'];
}) {
  if (input.required && input.values.length <= 4 && input.values.map(named).join('').length <= 32)
    return (
      <Segmented
        inField
        label={input.label}
        value={value}
        onChange={onChange}
        items={input.values.map((choice) => ({ value: choice, label: named(choice) }))}
      />
    );
  return (
    <Select
      value={value}
      onChange={onChange}
      optional={!input.required}
      items={input.values.map((choice, index) => ({ value: choice, label: look(choice, index) }))}
    />
  );
}

function useChoices({ entity, choosing }: InputData) {
  const valuesNow = useContext(ChoosingContext);
  const { session, model } = useWholeProduct();
  const at = useLink();
  const choice = (relation: RelationData): Choice => ({
    value: relation.id,
    label: relation.label,
    ...(isPerson(model, relation.entity) ? { look: <Person name={relation.label} /> } : {}),
  });
  return {
    choice,
    search: async (query: string): Promise<readonly Choice[]> => {
      if (entity === null) return [];
      const now = valuesNow();
      const known = choosing && { ...choosing, ...now, values: { ...now.values, ...choosing.values } };
      return (await session.choices(entity, query, 50, known, at)).map(choice);
    },
  };
}

/** Creates a record from within the picker, if the person may. */
function useCreating(input: InputData, take: (made: Json) => void) {
  const { words, labels } = useWholeProduct();
  const begin = useContext(NewRecordContext);
  const { entity } = input;
  if (!input.creates || entity === null || begin === null) return undefined;
  const { forms } = words.parts;
  return {
    label: (text: string): string => (text === '' ? forms.createNew(labels.entity(entity)) : forms.createCalled(text)),
    run: (text: string): void => begin({ entity, text, done: ({ id, label }) => take(relationOf(entity, { value: id, label })) }),
  };
}

const relationOf = (entity: string | null, choice: Choice): Json => ({
  entity: entity ?? '',
  id: choice.value,
  label: choice.label,
  address: null,
});

function RelationControl({
  input,
  value,
  onChange,
}: {
  readonly input: InputData;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}) {
  const { choice, search } = useChoices(input);
  const create = useCreating(input, (made) => onChange(made));
  const chosen = isRelation(value) ? choice(value) : typeof value === 'string' && value !== '' ? { value, label: value } : null;
  return (
    <Combobox
      value={chosen}
      search={search}
      create={create}
      optional={!input.required}
      onChange={(next) => onChange(next === null ? null : relationOf(input.entity, next))}
    />
  );
}

function MembersControl({
  input,
  value,
  onChange,
}: {
  readonly input: InputData;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}) {
  const { choice, search } = useChoices(input);
  const create = useCreating(input, (made) => onChange([...(Array.isArray(value) ? (value as readonly Json[]) : []), made]));
  const chosen = Array.isArray(value) ? (value as readonly Json[]).flatMap((one) => (isRelation(one) ? [choice(one)] : [])) : [];
  return (
    <MultiCombobox
      value={chosen}
      search={search}
      create={create}
      onChange={(next) => onChange(next.map((one) => relationOf(input.entity, one)))}
    />
  );
}

function PasswordControl({
  input,
  value,
  onChange,
}: {
  readonly input: InputData;
  readonly value: string;
  readonly onChange: (value: Json) => void;
}) {
  const { words } = useWholeProduct();
  const [open, setOpen] = useState(false);
  return (
    <TextField
      type={open ? 'text' : 'password'}
      autoComplete={input.required ? 'current-password' : 'new-password'}
      value={value}
      onValue={onChange}
      trail={
        <IconButton
          size="small"
          label={open ? words.hidePassword : words.showPassword}
          icon={open ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => setOpen(!open)}
        />
      }
    />
  );
}

function FileControl({
  input,
  value,
  onChange,
  invalid,
}: {
  readonly input: InputData;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly invalid: boolean;
}) {
  const { session, words } = useWholeProduct();
  const at = useLink();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      const kept: FileData = await session.putFile(
        {
          name: file.name,
          mediaType: file.type || 'application/octet-stream',
          bytes: new Uint8Array(await file.arrayBuffer()),
          preview: await previewOf(file),
        },
        at,
      );
      onChange({ ...kept });
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  if (isFileData(value)) {
    return (
      <span className={styles['file']}>
        <FileView file={value} look="large" />
        <IconButton size="small" label={words.removeFile} icon={<IconX size={16} />} onClick={() => onChange(null)} />
      </span>
    );
  }
  return (
    <FileDrop onFile={(file) => void take(file)} invalid={invalid || failed} {...(input.type === 'image' ? { accept: 'image/*' } : {})}>
      {busy ? <Spinner /> : null}
      {failed ? <span className={styles['over']}>{words.broken}</span> : null}
    </FileDrop>
  );
}
