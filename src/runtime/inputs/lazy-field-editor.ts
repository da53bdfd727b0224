import type { ComponentProps } from 'react';
import { lazyComponent } from '../lazy-component.tsx';
import type { FieldEditor as Editor } from './field-editor.tsx';

/** Loaded when the first value is edited. */
export const FieldEditor = lazyComponent<ComponentProps<typeof Editor>>(async () => (await import('./field-editor.tsx')).FieldEditor, null);
