import { type Help, helpAccount } from '../../engine/account/lost-access.ts';
import { readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { dataPlace } from '../data/data-place.ts';
import { productOver, withStore } from '../data/opened.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';

const done: Readonly<Record<Help, string>> = {
  'second-factor-off': 'The second factor is off: the password alone signs in, until the person turns it on again.',
  'sign-out': 'All sessions of the account have ended.',
};

const nothing: Readonly<Record<Help, string>> = {
  'second-factor-off': 'The account has no second factor.',
  'sign-out': 'The account has no sessions.',
};

export const accounts: Command = {
  ...described.accounts,
  async run(args, host) {
    const read = readArguments(args, { data: [], database: [], 'second-factor-off': [], 'sign-out': [] });
    if (!read.ok) return misused(read.problem, accounts, host);
    const { options } = read;
    const [help, more] = (['second-factor-off', 'sign-out'] as const).filter((name) => options[name] !== undefined);
    if (help === undefined || more !== undefined) return misused('Choose one of --second-factor-off and --sign-out.', accounts, host);
    const documents = await readDocuments(read.names, host);
    if (documents === null) return 2;
    const [document, another] = documents;
    if (document === undefined || another !== undefined) return misused('Name exactly one document.', accounts, host);
    const place = await dataPlace(options, document, host);
    if (typeof place === 'string') return misused(place, accounts, host);
    const address = options[help] ?? '';
    const code = await withStore(place, document, host, async (opened): Promise<ExitCode> => {
      const product = await productOver(opened, document, host);
      const result = await opened.run(() => helpAccount(product, address, help));
      if (result === 'none') host.writeError(`No account has the address ${address}, or several have.\n`);
      else host.write(`${result === 'done' ? done[help] : nothing[help]}\n`);
      return result === 'done' ? 0 : 1;
    });
    return code ?? 2;
  },
};
