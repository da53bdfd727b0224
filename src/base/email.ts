/**
 * An email address in the form used for comparisons: A to Z become lower case. Stored and shown
 * addresses stay as typed.
 */
export const foldEmail = (address: string): string => address.replace(/[A-Z]+/g, (part) => part.toLowerCase());
