import { own } from '../../base/own.ts';
import type { OwnMessage } from '../../engine/outcome.ts';
import type { ChartWords, Words } from '../words.ts';
import { counter } from './counter.ts';
import { spanishPartWords } from './es-parts.ts';

const counted = counter('es');

/** What a value must be, by its kind in the Type column. */
const must: Readonly<Record<string, string>> = {
  required: 'es obligatorio',
  text: 'debe ser texto',
  integer: 'debe ser un número entero',
  decimal: 'debe ser un número',
  money: 'debe ser un importe con dos decimales como máximo',
  boolean: 'debe ser sí o no',
  date: 'debe ser una fecha',
  time: 'debe ser una hora',
  datetime: 'debe ser una fecha con hora',
  duration: 'debe ser una duración',
  email: 'debe ser una dirección de correo',
  url: 'debe ser una dirección web que empiece por http:// o https://',
  phone: 'debe ser un número de teléfono',
  color: 'debe ser un color',
  uuid: 'debe ser un UUID',
  slug: 'solo puede tener minúsculas, cifras y guiones',
  enum: 'debe ser uno de los valores ofrecidos',
  relation: 'debe ser un registro que exista',
  list: 'debe ser una lista',
  file: 'debe ser un archivo subido',
  image: 'debe ser una imagen',
};

function refusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'Inicie sesión, por favor.';
    case 'FORBIDDEN':
      return 'No tiene permiso para hacer eso.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'Eso no existe aquí.' : `Eso no existe aquí (${entity}).`;
    case 'CONFLICT':
      return 'Eso no es posible ahora.';
    case 'INVALID':
      return field === '' ? 'Ese valor no es válido.' : `${field}: ese valor no es válido.`;
    case 'required':
      return `${field} es obligatorio.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'tiene un valor que aquí no encaja'}.`;
    case 'taken':
      return `${data['fields'] ?? ''}: ese valor ya está en uso.`;
    case 'referred':
      return `No se puede eliminar mientras otros registros se refieran a él (${entity}: ${field}).`;
    case 'rule':
      return `No se cumple la regla «${data['rule'] ?? ''}».`;
    case 'no-field':
      return `${field} no es un campo de ${entity}.`;
    case 'mistake-in-document':
      return 'No se puede hacer: el documento tiene aquí un error.';
    case 'no-accounts':
      return 'Nadie puede iniciar sesión: el documento no dice qué es una cuenta.';
    case 'sign-in':
      return 'No es correcto. Inténtelo de nuevo.';
    case 'TOO_MANY_ATTEMPTS':
      return `Demasiados intentos. Vuelva a intentarlo dentro de ${data['seconds'] ?? ''} segundos.`;
    case 'TOO_EXPENSIVE':
      return 'Esto requiere demasiado trabajo. Pida menos, por favor.';
    case 'wrong-password':
      return 'Esta no es la contraseña actual.';
    case 'too-many-rows':
      return `Un archivo puede tener ${data['most'] ?? ''} filas; este tiene ${data['rows'] ?? ''}. Divídalo, por favor.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Hay 1 error más.' : `Hay ${data['count'] ?? ''} errores más.`;
    case 'failed':
      return 'Algo ha fallado en el propio producto. No se ha cambiado nada.';
    case 'storage-full':
      return 'El almacenamiento de su navegador está lleno, así que no se ha guardado nada. Elimine lo que ya no necesite o libere espacio en los ajustes del navegador, y vuelva a intentarlo.';
    case 'outcome-unknown':
      return 'No se sabe si esto se ha guardado. Vuelva a cargar la página antes de intentarlo otra vez.';
    case 'unavailable':
      return 'El producto no responde en este momento y no se ha guardado nada. Inténtelo de nuevo en un momento.';
  }
}

function chartTitle({ aggregate, entity, field, by, per }: ChartWords): string {
  const what = { count: entity, sum: 'Suma', avg: 'Media', min: 'Mínimo', max: 'Máximo' }[aggregate];
  const times = { day: 'día', week: 'semana', month: 'mes', year: 'año' };
  return `${what}${aggregate === 'count' ? '' : ` (${field})`} por ${by.toLocaleLowerCase('es')}${per ? ` y por ${times[per]}` : ''}`;
}

export const spanishWords: Words = {
  ui: {
    close: 'Cerrar',
    clear: 'Borrar',
    choose: 'Elegir…',
    none: 'Ninguno',
    searching: 'Buscando…',
    nothingFound: 'No se ha encontrado nada',
    searchFailed: 'La búsqueda ha fallado. Escriba o abra de nuevo.',
    didNotLoad: 'Esto no se ha cargado. Compruebe si hay red e inténtelo de nuevo.',
    remove: (what) => `Quitar ${what}`,
    addTag: 'Añadir…',
    dropFile: 'Suelte o pegue aquí un archivo, o',
    chooseFile: 'elija uno',
    previousPage: 'Página anterior',
    nextPage: 'Página siguiente',
    range: (from, to, total) => `${counted(from, { other: '#' })}–${counted(to, { other: '#' })} de ${counted(total, { other: '#' })}`,
    required: 'obligatorio',
    increase: 'Aumentar',
    decrease: 'Disminuir',
    loading: 'Cargando',
    notifications: 'Avisos',
    unavailable: 'No disponible ahora',
    resize: 'Cambiar el tamaño',
  },
  navigation: 'Pantallas',
  openNavigation: 'Abrir la navegación',
  actingAs: 'Actúa como',
  nobody: 'Nadie',
  signedOut: 'sin sesión',
  people: 'Actuar como',
  signOut: 'Cerrar sesión',
  signIn: 'Iniciar sesión',
  signUp: 'Registrarse',
  signedIn: 'Ha iniciado sesión.',
  signInRefused: 'No es correcto. Revise lo que ha escrito.',
  why: '¿Por qué?',
  whyLong: (message) => `¿Por qué? ${message}`,
  assumed: 'supuesto',
  assumedScreen: 'El documento no dice qué muestra esta pantalla. Esto es un supuesto.',
  hole: 'no indicado',
  fillIn: 'Completar',
  notShown: 'no indicado',
  nothingKnown: 'Todavía no se sabe nada',
  nothingKnownText:
    'Este producto aún no está descrito. Cada una de las nueve secciones de abajo se puede completar; en cuanto una diga algo, el producto la sigue.',
  unknownSection: 'No se dice nada al respecto.',
  sectionStates: { shown: 'indicado', described: 'descrito', assumed: 'supuesto', 'not shown': 'no indicado' },
  noScreen: 'Esa pantalla no existe',
  noScreenText: (path) => `Nada tiene la dirección ${path}.`,
  noScreens: 'Esta persona no puede ver ninguna pantalla.',
  backToStart: 'Volver al inicio',
  goBack: 'Volver',
  tryAgain: 'Intentarlo de nuevo',
  broken: 'No se ha podido cargar.',
  unreadPart: 'Esta parte no se puede leer',
  holePart: 'Lo que va aquí no está indicado',
  noComponent: (name) => `Falta el componente «${name}»`,
  noComponentText:
    'El documento pide aquí un componente de los dueños del producto, y no se ha entregado ninguno con ese nombre. Todo lo demás funciona.',
  noComponentHow:
    'Con `ninefold build` viene de un archivo: --components seat-map.js, o de una carpeta «components» junto al documento. La guía de construcción dice cómo se escribe.',
  componentFailed: (name) => `El componente «${name}» tiene un error y no se ha podido mostrar.`,
  search: 'Buscar',
  filters: 'Filtros',
  clearFilters: 'Borrar',
  skip: 'Ir al contenido',
  noMatches: 'Nada coincide',
  noMatchesText: 'Pruebe con otras palabras o menos filtros.',
  emptyList: (entity) => `Todavía no hay nada (${entity})`,
  selected: (count) => counted(count, { one: '# seleccionado', other: '# seleccionados' }),
  selectAll: 'Seleccionar todo',
  selectRow: (label) => `Seleccionar ${label}`,
  clearSelection: 'Quitar la selección',
  bulkDone: (event, count) => `${event}: ${counted(count, { one: 'hecho en # registro.', other: 'hecho en # registros.' })}`,
  bulkRefused: (refused, count, message) =>
    `Rechazado en ${counted(refused, { other: '#' })} de ${counted(count, { other: '#' })}: ${message}`,
  edit: (field) => `Cambiar ${field}`,
  save: 'Guardar',
  create: (entity) => `Crear: ${entity}`,
  undo: 'Deshacer',
  undone: 'Se ha deshecho.',
  saved: 'Guardado.',
  created: (entity) => `Creado: ${entity}.`,
  deleted: (label) => `«${label}» se ha eliminado.`,
  delete: 'Eliminar',
  deleteTitle: (label) => `¿Eliminar «${label}»?`,
  deleteText: 'No se podrá recuperar.',
  cancel: 'Cancelar',
  done: (event) => `${event}: hecho.`,
  requiredField: 'Rellene este campo, por favor.',
  notANumber: 'Esto no es un número.',
  notWhole: 'Esto no es un número entero.',
  notJson: 'Esto no es JSON válido.',
  yes: 'Sí',
  no: 'No',
  nothing: '–',
  write: 'Escribir',
  preview: 'Vista previa',
  emptyPreview: 'Todavía no hay nada que mostrar.',
  removeFile: 'Quitar el archivo',
  days: 'días',
  hours: 'horas',
  minutes: 'minutos',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  discardDraft: 'Descartar',
  draftKept: 'Se ha recuperado lo que había escrito.',
  draftFailed: 'Lo que escribe aquí no se ha podido guardar como borrador.',
  more: (count) => counted(count, { other: '# más' }),
  moveTo: 'Mover a',
  moveCard: (label) => `Mover ${label}`,
  emptyColumn: 'Nada aquí',
  noHistory: 'Todavía no ha pasado nada.',
  byItself: 'El producto',
  did: (event) => `hizo «${event}»`,
  movedByItself: (state) => `Pasó automáticamente a «${state}»`,
  changedByItself: 'Cambió automáticamente',
  operations: { create: 'lo creó', update: 'lo cambió', delete: 'lo eliminó' },
  noRecord: 'No hay nada que mostrar.',
  cannotReckon: 'No se ha podido calcular.',
  today: 'Hoy',
  asTable: 'Como tabla',
  noData: 'Todavía no hay datos',
  openImage: 'Abrir la imagen',
  view: 'Vista',
  chartTitle,
  dragging: {
    how: 'Espacio levanta la tarjeta, las flechas la llevan, espacio la deja, Escape la deja donde estaba.',
    lifted: (label) => `${label} está levantada.`,
    over: (label, column) => `${label} está sobre ${column}.`,
    notOver: (label) => `${label} no está sobre ninguna columna.`,
    dropped: (label, column) => `${label} se ha dejado en ${column}.`,
    cancelled: (label) => `${label} se queda donde estaba.`,
  },
  actFreely: 'No hace falta contraseña: estos datos solo están en este navegador.',
  account: {
    title: 'Cuenta',
    nothing: 'Aquí no hay nada que cambiar.',
    password: 'Contraseña',
    current: 'Contraseña actual',
    confirm: 'Confirme que es usted',
    next: 'Contraseña nueva',
    change: 'Cambiar la contraseña',
    changed: 'La contraseña se ha cambiado. Las demás sesiones han terminado.',
    sessions: 'Dónde ha iniciado sesión',
    began: 'Sesión iniciada',
    expires: 'Termina',
    here: 'aquí',
    end: 'Terminar',
    endAll: 'Cerrar sesión en todas partes',
  },
  site: {
    starting: 'Iniciando…',
    notStarted: 'No se ha podido iniciar.',
    fleeting: 'Este navegador no guarda nada de esta página: lo que escriba aquí se pierde al cerrarla.',
    newVersion: 'Hay una versión nueva.',
    useNewVersion: 'Usarla ahora',
    behind: 'La versión nueva no puede conservar todos sus datos',
    behindText: 'Todo sigue como estaba. La versión nueva perdería:',
    takeAnyway: 'Usar la versión nueva y perder esto',
    keepData: 'Conservar los datos',
  },
  palette: {
    title: 'Ir o hacer',
    placeholder: '¿A dónde, o qué?',
    nothing: 'Nada se llama así.',
    screens: 'Pantallas',
    records: 'Registros',
    actions: 'Acciones',
    shortcuts: 'Atajos de teclado',
    copyLink: 'Copiar un enlace a este lugar',
    linkCopied: 'El enlace está copiado.',
    linkNotCopied: 'Este navegador no deja copiar a la página. El enlace está en la barra de direcciones.',
    print: 'Imprimir',
    themes: { light: 'Claro', dark: 'Oscuro', system: 'Claro u oscuro como el sistema' },
    keys: {
      palette: 'Ir a una pantalla o a un registro, o hacer algo',
      help: 'Mostrar esta lista',
      send: 'Enviar el formulario',
      toasts: 'Ir a los avisos',
      close: 'Cerrar lo que está abierto',
      menu: 'Moverse por listas y menús',
      drag: 'Levantar una tarjeta y dejarla',
    },
  },
  parts: spanishPartWords,
  refusal,
};
