import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { misused } from '../misused.ts';
import { helpText, overview, unknownCommand } from '../overview.ts';

export const help: Command = {
  ...described.help,
  async run(args, host, all) {
    const [name, ...more] = args;
    if (more.length > 0) return misused('Name one command, or none to list them all.', help, host);
    if (name === undefined) {
      host.write(overview(all));
      return 0;
    }
    const command = all.find((one) => one.name === name);
    if (command === undefined) return misused(unknownCommand(name, all), help, host);
    host.write(helpText(command));
    return 0;
  },
};
