import { identifier, textLiteral } from '../../store/sql/identifier.ts';

/* Quotes names and texts of any document. Removes NUL, which SQL cannot contain. */

export const quotedName = (name: string): string => identifier(name.replaceAll('\0', ''));

export const quotedText = (text: string): string => textLiteral(text.replaceAll('\0', ''));
