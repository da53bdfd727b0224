import type { Type } from '../../expression/types/type.ts';
import type { RunModel } from '../../model/run-model.ts';

/** Whether any call accepts or returns files. If so, programs upload and download them by id. */
export function callsHandleFiles(model: RunModel): boolean {
  const entitiesWithFiles = new Set(
    model.entities.filter(({ fields }) => fields.some(({ valueType }) => holdsFile(valueType))).map(({ name }) => name.text),
  );
  const viewsWithFiles = new Set(model.views.filter(({ entity }) => entitiesWithFiles.has(entity.text)).map(({ name }) => name.text));
  const handles = (type: Type): boolean =>
    holdsFile(type, (inner) =>
      inner.kind === 'record' ? entitiesWithFiles.has(inner.entity) : inner.kind === 'view' && viewsWithFiles.has(inner.view),
    );
  return model.calls.some(
    ({ types, returns }) => [...types.values()].some((type) => holdsFile(type)) || (returns?.body ? handles(returns.body.type) : false),
  );
}

function holdsFile(type: Type, also: (type: Type) => boolean = () => false): boolean {
  switch (type.kind) {
    case 'file':
      return true;
    case 'list':
      return holdsFile(type.of, also);
    case 'map':
      return type.entries === null ? holdsFile(type.value, also) : [...type.entries.values()].some((entry) => holdsFile(entry, also));
    default:
      return also(type);
  }
}
