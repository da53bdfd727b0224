import { type ReactNode, useContext, useState } from 'react';
import { own } from '../../base/own.ts';
import type { FileData, InputData, Json, RelationData } from '../../engine/session.ts';
import { Person } from '../../ui/avatar.tsx';
import type { Choice } from '../../ui/choice.ts';
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconEye, IconEyeOff, IconX } from '../../ui/icons.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { currencyOf, isPerson, isRelation } from '../facts.ts';
import { useProduct } from '../product-context.ts';
import { FileView, isFileData } from '../values/file-view.tsx';
import { humanize } from '../words.ts';
import { DurationInput } from './duration-input.tsx';
import styles from './inputs.module.css';
import { NewRecordContext } from './new-record-context.ts';

interface ControlProps {
  readonly input: InputData;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly invalid: boolean;
  /** How a value of an enum looks. */
  readonly look: (choice: string, index: number) => ReactNode;
}

const htmlTypes: Readonly<Record<string, string>> = { email: 'email', url: 'url', phone: 'tel', color: 'color' };
const autoComplete: Readonly<Record<string, string>> = { email: 'email', phone: 'tel', url: 'url' };

/** The right control for the type of an input. */
export function InputControl({ input, value, onChange, invalid, look }: ControlProps) {
  const { model } = useProduct();
  const text = typeof value === 'string' ? value : '';
  const needed = { 'aria-required': input.required || undefined };
  switch (input.type) {
    case 'integer':
    case 'serial':
      return <NumberField whole value={text} onValue={onChange} {...needed} style={{ maxWidth: 240 }} />;
    case 'decimal':
      return <NumberField value={text} onValue={onChange} steppers={false} {...needed} />;
    case 'money':
      return <NumberField value={text} onValue={onChange} steppers={false} lead={currencyOf(model) ?? undefined} {...needed} />;
    case 'boolean':
      return <Switch checked={value === true} onChange={onChange} />;
    case 'date':
    case 'time':
    case 'datetime':
      return <DateField kind={input.type} value={text} onValue={onChange} {...needed} />;
    case 'duration':
      return <DurationInput value={typeof value === 'string' ? value : null} onChange={onChange} label={input.label} />;
    case 'enum':
    case 'state':
      return <EnumControl input={input} value={typeof value === 'string' ? value : null} onChange={onChange} look={look} />;
    case 'relation':
    case 'record':
      return <RelationControl input={input} value={value} onChange={onChange} />;
    case 'members':
      return <MembersControl input={input} value={value} onChange={onChange} />;
    case 'list':
      return <TagInput value={Array.isArray(value) ? (value as readonly Json[]).map(String) : []} onChange={onChange} invalid={invalid} />;
    case 'file':
    case 'image':
      return <FileControl input={input} value={value} onChange={onChange} invalid={invalid} />;
    case 'password':
      return <PasswordControl input={input} value={text} onChange={onChange} />;
    case 'json':
      return (
        <TextArea value={text} onValue={onChange} spellCheck={false} style={{ fontFamily: 'var(--font-mono)', fontSize: '0.8125rem' }} />
      );
    case 'color':
      return <TextField type="color" value={/^#[\da-f]{6}$/iu.test(text) ? text : '#000000'} onValue={onChange} />;
    default:
      return (
        <TextField
          type={own(htmlTypes, input.type) ?? 'text'}
          autoComplete={own(autoComplete, input.type) ?? 'off'}
          value={text}
          onValue={onChange}
          {...needed}
        />
      );
  }
}

/** A few short values stand side by side, many go under a button. */
function EnumControl({
  input,
  value,
  onChange,
  look,
}: {
  readonly input: InputData;
  readonly value: string | null;
  readonly onChange: (value: Json) => void;
  readonly look: ControlProps['look'];
}) {
  const short = input.required && input.values.length <= 4 && input.values.join('').length <= 32;
  if (short)
    return (
      <Segmented
        inField
        label={input.label}
        value={value}
        onChange={onChange}
        items={input.values.map((choice) => ({ value: choice, label: choice }))}
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

function useChoices(entity: string | null) {
  const { session, model } = useProduct();
  const choice = (relation: RelationData): Choice => ({
    value: relation.id,
    label: relation.label,
    ...(isPerson(model, relation.entity) ? { look: <Person name={relation.label} /> } : {}),
  });
  return {
    choice,
    search: async (query: string): Promise<readonly Choice[]> =>
      entity === null ? [] : (await session.choices(entity, query, 50)).map(choice),
  };
}

/** Makes a record from within the picker, where the person may. */
function useCreating(input: InputData, take: (made: Json) => void) {
  const { words } = useProduct();
  const begin = useContext(NewRecordContext);
  const { entity } = input;
  if (!input.creates || entity === null || begin === null) return undefined;
  const { forms } = words.parts;
  return {
    label: (text: string): string => (text === '' ? forms.createNew(humanize(entity)) : forms.createCalled(text)),
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
  const { choice, search } = useChoices(input.entity);
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
  const { choice, search } = useChoices(input.entity);
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
  const { words } = useProduct();
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
  const { session, words } = useProduct();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      const kept: FileData = await session.putFile({
        name: file.name,
        mediaType: file.type || 'application/octet-stream',
        bytes: new Uint8Array(await file.arrayBuffer()),
      });
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
