// The packages that this page is made of are installed beside it when it is measured (../../peers):
// here is what it uses of them.

declare module 'react-admin' {
  import type { ComponentType, ReactNode } from 'react';

  type Part<Props> = ComponentType<Props & { readonly children?: ReactNode }>;
  type Validator = (value: unknown) => unknown;
  interface Input {
    readonly source: string;
    readonly label?: string;
    readonly type?: string;
    readonly alwaysOn?: boolean;
    readonly validate?: Validator;
    readonly defaultValue?: string;
  }
  interface Field {
    readonly source: string;
  }

  export const Admin: Part<{ readonly dataProvider: object; readonly store: object }>;
  export const Resource: Part<{ readonly name: string; readonly list: ComponentType; readonly create: ComponentType }>;
  export const List: Part<{ readonly filters: readonly ReactNode[]; readonly perPage: number; readonly pagination: ReactNode }>;
  export const Pagination: Part<{ readonly rowsPerPageOptions: readonly number[] }>;
  export const Datagrid: Part<object>;
  export const TextField: Part<Field>;
  export const NumberField: Part<Field>;
  export const DateField: Part<Field>;
  export const Create: Part<object>;
  export const SimpleForm: Part<object>;
  export const TextInput: Part<Input>;
  export const NumberInput: Part<Input>;
  export const DateInput: Part<Input>;
  export const BooleanInput: Part<Input>;
  export const SelectInput: Part<Input & { readonly choices: readonly { readonly id: string; readonly name: string }[] }>;
  export function memoryStore(): object;
  export function required(): Validator;
}

declare module 'ra-data-fakerest' {
  const fakeRestProvider: (data: Readonly<Record<string, readonly object[]>>) => object;
  // biome-ignore lint/style/noDefaultExport: that is how the package has it
  export default fakeRestProvider;
}
