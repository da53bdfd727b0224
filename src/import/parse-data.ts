import { NotReadable } from './draft.ts';

/** Parses JSON or YAML. Loads the YAML parser only if the text is not JSON. */
export async function parseData(text: string): Promise<unknown> {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      // The text may be YAML, which allows objects in braces too.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  const { parse, YAMLError } = await import('yaml');
  try {
    return parse(text, { schema: 'core', maxAliasCount: 100, logLevel: 'error' }) as unknown;
  } catch (error) {
    if (error instanceof YAMLError || error instanceof ReferenceError)
      throw new NotReadable(`This is neither JSON nor YAML: ${error.message.split('\n')[0]?.replace(/:$/, '')}.`);
    throw error;
  }
}
