/**
 * An email address as it is compared: A to Z count as small letters. What is kept and shown stays
 * as it was typed.
 */
export const foldEmail = (address: string): string => address.replace(/[A-Z]+/g, (part) => part.toLowerCase());
