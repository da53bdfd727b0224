import type { ComponentProps } from 'react';
import { lazyPart } from '../lazy-part.ts';
import type { FieldEditor as Editor } from './field-editor.tsx';

/** Loaded when the first value is edited. */
export const FieldEditor = lazyPart<ComponentProps<typeof Editor>>(async () => (await import('./field-editor.tsx')).FieldEditor, null);
