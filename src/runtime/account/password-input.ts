import type { InputData } from '../../engine/form-data.ts';

export const passwordInput = (name: string, label: string): InputData => plainInput(name, label, 'password');

export const codeInput = (label: string): InputData => plainInput('code', label, 'text');

export const plainInput = (name: string, label: string, type: string): InputData => ({
  name,
  label,
  type,
  values: [],
  entity: null,
  of: null,
  required: true,
  value: null,
  description: '',
  maxLength: null,
});
