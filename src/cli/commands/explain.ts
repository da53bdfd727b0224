import { didYouMean } from '../../base/nearest.ts';
import { rules } from '../../check/rules/index.ts';
import { explorerCodes } from '../../explorer/findings/finding.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { misused } from '../misused.ts';
import { rulePage } from '../rule-page.ts';

export const explain: Command = {
  ...described.explain,
  async run(args, host) {
    const read = readArguments(args, {});
    if (!read.ok) return misused(read.problem, explain, host);
    const [code, ...more] = read.names;
    if (code === undefined || more.length > 0)
      return misused('Name one rule: its code is in brackets at the end of each finding.', explain, host);
    const codes = [...rules.map((rule) => rule.code), ...Object.keys(explorerCodes)];
    if (!codes.includes(code)) {
      const all = ` The rules are:\n  ${codes.join('\n  ')}`;
      return misused(`There is no rule “${code}”.${didYouMean(code, codes, all)}`, explain, host);
    }
    host.write(rulePage(code));
    return 0;
  },
};
