import type { Finding } from '../../base/finding.ts';
import { LineIndex } from '../../base/position.ts';
import { checkModel } from '../../check/check.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { type Document, readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';
import { printFinding } from '../text/finding.ts';
import { harmless, paint } from '../text/paint.ts';
import { countFindings, printSections } from '../text/summary.ts';

interface Checked {
  readonly document: Document;
  readonly model: Model;
  readonly findings: readonly Finding[];
}

export const check: Command = {
  name: 'check',
  usage: 'check FILE… [--format text|json]',
  summary: 'Says what a document leaves open and what is wrong with it.',
  async run(args, host) {
    const read = readArguments(args, { format: ['text', 'json'] });
    if (!read.ok) return misused(read.problem, check, host);
    const documents = await readDocuments(read.names, host);
    if (documents === null) return 2;
    const checked = documents.map((document): Checked => {
      const model = readModel(document.text);
      return { document, model, findings: checkModel(model) };
    });
    if (read.options['format'] === 'json') host.write(`${JSON.stringify({ files: checked.map(toJson) }, null, 2)}\n`);
    else for (const one of checked) host.write(toText(one, host.color));
    return checked.some(({ findings }) => findings.some((finding) => finding.severity === 'error')) ? 1 : 0;
  },
};

/** The public shape: see docs/formats.md. */
function toJson({ document, model, findings }: Checked): unknown {
  const lines = new LineIndex(document.text);
  return {
    file: document.file,
    sections: model.sections.map(({ number, state }) => ({ number, state })),
    findings: findings.map(({ code, severity, section, span, message }) => ({
      code,
      severity,
      section,
      ...lines.position(span.from),
      message,
    })),
  };
}

function toText({ document, model, findings }: Checked, color: boolean): string {
  const paints = paint(color);
  const lines = new LineIndex(document.text);
  const found = findings.map((finding) => printFinding(document.file, document.text, lines, finding, paints)).join('\n');
  const sections = model.recognised ? printSections(model.sections, paints) : '';
  const blank = found === '' ? '' : '\n';
  return `${found}${blank}${paints.bold(harmless(document.file))}: ${countFindings(findings, paints)}\n${sections}\n`;
}
