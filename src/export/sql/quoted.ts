import { identifier, textLiteral } from '../../store/sql/identifier.ts';

/* Names and texts of any document: SQL cannot hold NUL. */

export const quotedName = (name: string): string => identifier(name.replaceAll('\0', ''));

export const quotedText = (text: string): string => textLiteral(text.replaceAll('\0', ''));
