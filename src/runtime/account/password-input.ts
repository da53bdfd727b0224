import type { InputData } from '../../engine/form-data.ts';

export const passwordInput = (name: string, label: string): InputData => ({
  name,
  label,
  type: 'password',
  values: [],
  entity: null,
  of: null,
  required: true,
  value: null,
  description: '',
  maxLength: null,
});
