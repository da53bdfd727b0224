import type { FieldType } from '../../src/model/ast/entities.ts';
import type { Model } from '../../src/model/model.ts';

/**
 * The entities and calls of a document as a TypeSpec specification: as many of them, with as many
 * fields.
 */
export function typespecOf(model: Model): string {
  const entities = model.entities.map(
    ({ name, fields }) =>
      `model ${name.text} {\n${fields.map((field) => `  \`${field.name.text}\`?: ${typeOf(field.type)};`).join('\n')}\n}`,
  );
  const operations = model.calls.map(({ method, path, parameters, takes, returns }, index) => {
    const given = [
      ...parameters.map(({ text }) => `@path \`${text}\`: string`),
      ...(takes === null ? [] : takes.entries.map(({ key }) => `\`${key.text}\`?: unknown`)),
    ];
    const route = path.replace(/:([\w-]+)/g, '{$1}');
    const body = returns?.body == null ? 'void' : '{ @statusCode _: 200; @body body: unknown }';
    return `@${method.toLowerCase()} @route("${route}") op call${index + 1}(${given.join(', ')}): ${body};`;
  });
  return `import "@typespec/http";\nusing TypeSpec.Http;\n\n@service\nnamespace Document;\n\n${entities.join('\n\n')}\n\n${operations.join('\n')}\n`;
}

function typeOf(type: FieldType): string {
  switch (type.kind) {
    case 'integer':
    case 'serial':
      return 'int64';
    case 'decimal':
    case 'money':
      return 'decimal';
    case 'boolean':
      return 'boolean';
    case 'date':
      return 'plainDate';
    case 'time':
      return 'plainTime';
    case 'datetime':
      return 'utcDateTime';
    case 'duration':
      return 'duration';
    case 'json':
      return 'unknown';
    case 'enum':
      return type.values.map(({ text }) => JSON.stringify(text)).join(' | ');
    case 'relation':
      return type.entity.text;
    case 'list':
      return `(${typeOf(type.of)})[]`;
    case 'members':
    case 'inverse':
      return `${type.entity.text}[]`;
    default:
      return 'string';
  }
}
