import { own } from '../../base/own.ts';
import type { OwnMessage } from '../../engine/outcome.ts';
import type { ChartWords, MustBe, Words } from '../words.ts';
import { counter } from './counter.ts';
import { spanishPartWords } from './es-parts.ts';

const counted = counter('es');

/** What a value must be, by its kind in the Type column. */
const must: Readonly<Record<MustBe, string>> = {
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
      return 'Inicie sesión para continuar.';
    case 'FORBIDDEN':
      return 'No tiene acceso.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'No se ha encontrado.' : `No se ha encontrado: ${entity}.`;
    case 'CONFLICT':
      return 'Esto no es posible en este momento.';
    case 'INVALID':
      return field === '' ? 'Valor no válido.' : `${field}: valor no válido.`;
    case 'required':
      return `${field} es obligatorio.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'tiene un valor no válido'}.`;
    case 'taken':
      return `${data['fields'] ?? ''}: ese valor ya está en uso.`;
    case 'referred':
      return `No se puede eliminar: otros registros todavía lo usan (${entity}: ${field}).`;
    case 'rule':
      return `No se cumple la regla «${data['rule'] ?? ''}».`;
    case 'no-field':
      return `${field} no es un campo de ${entity}.`;
    case 'mistake-in-document':
      return 'No se puede hacer porque el documento contiene un error.';
    case 'no-accounts':
      return 'No se puede iniciar sesión: el documento no define ninguna cuenta.';
    case 'sign-in':
      return 'Los datos de acceso no son correctos.';
    case 'TOO_MANY_ATTEMPTS':
      return `Demasiados intentos. Vuelva a intentarlo dentro de ${data['seconds'] ?? ''} segundos.`;
    case 'TOO_EXPENSIVE':
      return 'La solicitud es demasiado grande. Redúzcala e inténtelo de nuevo.';
    case 'wrong-password':
      return 'La contraseña actual no es correcta.';
    case 'too-many-rows':
      return `Un archivo puede tener como máximo ${data['most'] ?? ''} filas; este tiene ${data['rows'] ?? ''}. Divídalo en varios.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Hay 1 error más.' : `Hay ${data['count'] ?? ''} errores más.`;
    case 'failed':
      return 'Se ha producido un error. No se ha cambiado nada.';
    case 'storage-full':
      return 'El almacenamiento de su navegador está lleno, así que no se ha guardado nada. Elimine lo que ya no necesite o libere espacio en los ajustes del navegador, y vuelva a intentarlo.';
    case 'not-saved':
      return `Su navegador no ha podido guardarlo; no se ha cambiado nada. (${data['why'] ?? ''})`;
    case 'outcome-unknown':
      return 'Es posible que el cambio no se haya guardado. Recargue la página antes de intentarlo de nuevo.';
    case 'unavailable':
      return 'El servicio no responde en este momento y no se ha guardado nada. Inténtelo de nuevo en unos instantes.';
  }
}

function chartTitle({ aggregate, entity, entities, field, by, per }: ChartWords): string {
  const what = { count: entities ?? entity, sum: 'Total', avg: 'Media', min: 'Mínimo', max: 'Máximo' }[aggregate];
  const times = { day: 'día', week: 'semana', month: 'mes', year: 'año' };
  return `${what}${aggregate === 'count' ? '' : ` (${field})`} por ${by.toLocaleLowerCase('es')}${per ? ` y ${times[per]}` : ''}`;
}

export const spanishWords: Words = {
  ui: {
    close: 'Cerrar',
    clear: 'Borrar',
    choose: 'Elegir…',
    none: 'Ninguno',
    searching: 'Buscando…',
    nothingFound: 'Sin resultados',
    searchFailed: 'La búsqueda ha fallado. Inténtelo de nuevo.',
    didNotLoad: 'No se ha podido cargar. Compruebe su conexión e inténtelo de nuevo.',
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
    notifications: 'Notificaciones',
    unavailable: 'No disponible en este momento',
    resize: 'Cambiar el tamaño',
  },
  navigation: 'Pantallas',
  openNavigation: 'Abrir la navegación',
  actingAs: 'Persona activa:',
  nobody: 'Nadie',
  signedOut: 'sin sesión',
  people: 'Cambiar a',
  language: 'Idioma',
  signOut: 'Cerrar sesión',
  signIn: 'Iniciar sesión',
  signUp: 'Registrarse',
  signedIn: 'Sesión iniciada',
  signInRefused: () => 'Los datos de acceso no son correctos.',
  why: '¿Por qué?',
  whyLong: (message) => `¿Por qué? ${message}`,
  assumed: 'supuesto',
  assumedScreen: 'El documento no define qué muestra esta pantalla. Este contenido es un supuesto.',
  hole: 'sin especificar',
  fillIn: 'Completar',
  notShown: 'Sin especificar',
  nothingKnown: 'Aquí todavía no hay nada',
  nothingKnownText:
    'Este producto aún no está descrito. Complete cualquiera de las nueve secciones siguientes y el producto se actualizará al momento.',
  unknownSection: 'Sin especificar.',
  sectionStates: { shown: 'especificado', described: 'descrito', assumed: 'supuesto', 'not shown': 'sin especificar' },
  noScreen: 'Página no encontrada',
  noScreenText: (path) => `No hay ninguna pantalla en la dirección ${path}.`,
  noScreens: 'No tiene acceso a ninguna pantalla.',
  backToStart: 'Volver al inicio',
  goBack: 'Volver',
  tryAgain: 'Reintentar',
  broken: 'No se ha podido cargar.',
  unreadPart: 'Esta parte no se puede leer',
  holePart: 'Sin especificar',
  noComponent: (name) => `Falta el componente «${name}»`,
  noComponentText: 'El documento usa aquí un componente propio que no se ha incluido. Todo lo demás en esta pantalla funciona.',
  noComponentHow:
    'Indique su archivo a `ninefold build` con --components seat-map.js o póngalo en una carpeta «components» junto al documento. La guía de compilación explica cómo escribir uno.',
  componentFailed: (name) => `El componente «${name}» ha fallado y no se puede mostrar.`,
  search: 'Buscar',
  filters: 'Filtros',
  clearFilters: 'Borrar',
  skip: 'Ir al contenido',
  noMatches: 'Sin resultados',
  noMatchesText: 'Pruebe con otras palabras o menos filtros.',
  emptyList: () => 'Todavía no hay registros',
  selected: (count) => counted(count, { one: '# seleccionado', other: '# seleccionados' }),
  selectAll: 'Seleccionar todo',
  selectRow: (label) => `Seleccionar ${label}`,
  clearSelection: 'Quitar la selección',
  bulkDone: (event, count) => `«${event}» ${counted(count, { one: 'aplicado a # registro', other: 'aplicado a # registros' })}`,
  bulkDeleted: (count) => counted(count, { one: '# registro eliminado', other: '# registros eliminados' }),
  bulkRefused: (refused, count, message) =>
    `${counted(refused, { one: 'Ha fallado #', other: 'Han fallado #' })} de ${counted(count, { other: '#' })}: ${message}`,
  edit: (field) => `Editar ${field}`,
  save: 'Guardar',
  create: (entity) => `Crear ${entity.toLocaleLowerCase('es')}`,
  undo: 'Deshacer',
  undone: 'Cambio deshecho',
  saved: 'Guardado',
  created: (entity) => `Creado: ${entity}`,
  deleted: (label) => `Se ha eliminado «${label}»`,
  delete: 'Eliminar',
  deleteTitle: (label) => `¿Eliminar «${label}»?`,
  deleteText: 'Esta acción no se puede deshacer.',
  cancel: 'Cancelar',
  done: (event) => `«${event}» completado`,
  requiredField: 'Obligatorio',
  notANumber: 'Escriba un número.',
  notWhole: 'Escriba un número entero.',
  notJson: 'Escriba JSON válido.',
  yes: 'Sí',
  no: 'No',
  nothing: '–',
  write: 'Escribir',
  preview: 'Vista previa',
  emptyPreview: 'Sin vista previa',
  removeFile: 'Quitar el archivo',
  days: 'días',
  hours: 'horas',
  minutes: 'minutos',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  discardDraft: 'Descartar',
  draftKept: 'Se ha recuperado su borrador.',
  draftFailed: 'No se ha podido guardar su borrador.',
  more: (count) => counted(count, { other: '# más' }),
  moveTo: 'Mover a',
  moveCard: (label) => `Mover ${label}`,
  emptyColumn: 'Sin registros',
  noHistory: 'Todavía no hay actividad',
  byItself: { create: 'Creado', update: 'Modificado', delete: 'Eliminado' },
  did: (event) => `· ${event}`,
  movedByItself: (state) => `Pasó automáticamente a «${state}»`,
  changedByItself: 'Modificado automáticamente',
  operations: { create: 'creó el registro', update: 'modificó el registro', delete: 'eliminó el registro' },
  noRecord: 'Nada que mostrar',
  cannotReckon: 'No se ha podido calcular.',
  today: 'Hoy',
  asTable: 'Ver como tabla',
  noData: 'Todavía no hay datos',
  openImage: 'Abrir la imagen',
  view: 'Vista',
  chartTitle,
  dragging: {
    how: 'Pulse Espacio para tomar la tarjeta, las flechas para moverla, Espacio de nuevo para soltarla y Escape para cancelar.',
    lifted: (label) => `Ha tomado ${label}.`,
    over: (label, column) => `${label} está sobre ${column}.`,
    notOver: (label) => `${label} no está sobre ninguna columna.`,
    dropped: (label, column) => `Ha soltado ${label} en ${column}.`,
    cancelled: (label) => `Cancelado. ${label} sigue donde estaba.`,
  },
  actFreely: 'No necesita contraseña: estos datos solo existen en este navegador.',
  account: {
    title: 'Cuenta',
    nothing: 'Aquí no hay nada que cambiar.',
    password: 'Contraseña',
    current: 'Contraseña actual',
    confirm: 'Confirme su identidad',
    next: 'Contraseña nueva',
    change: 'Cambiar la contraseña',
    changed: 'Contraseña cambiada. Se ha cerrado la sesión en los demás dispositivos.',
    sessions: 'Dónde ha iniciado sesión',
    began: 'Sesión iniciada',
    expires: 'Caduca',
    here: 'Este dispositivo',
    end: 'Finalizar sesión',
    endAll: 'Cerrar todas las sesiones',
  },
  site: {
    starting: 'Iniciando…',
    notStarted: 'No se ha podido iniciar la aplicación.',
    fleeting: 'Este navegador no guarda datos de esta página. Sus cambios se perderán al cerrarla.',
    newVersion: 'Hay una nueva versión disponible.',
    useNewVersion: 'Actualizar ahora',
    behind: 'La nueva versión no puede conservar todos sus datos',
    behindText: 'Sigue usando la versión actual. Al actualizar se eliminaría:',
    takeAnyway: 'Actualizar y eliminar estos datos',
    keepData: 'Conservar mis datos',
  },
  palette: {
    title: 'Buscar o ejecutar un comando',
    placeholder: 'Buscar o ejecutar un comando…',
    nothing: 'Sin resultados',
    screens: 'Pantallas',
    records: 'Registros',
    actions: 'Acciones',
    shortcuts: 'Atajos de teclado',
    copyLink: 'Copiar enlace',
    linkCopied: 'Enlace copiado',
    linkNotCopied: 'El navegador ha impedido copiar. Puede copiar el enlace de la barra de direcciones.',
    print: 'Imprimir',
    themes: { light: 'Claro', dark: 'Oscuro', system: 'Sistema' },
    keys: {
      palette: 'Buscar o ejecutar un comando',
      help: 'Mostrar los atajos de teclado',
      send: 'Enviar el formulario',
      toasts: 'Ir a las notificaciones',
      close: 'Cerrar el diálogo o menú abierto',
      menu: 'Moverse por listas y menús',
      drag: 'Tomar o soltar una tarjeta',
    },
  },
  parts: spanishPartWords,
  refusal,
};
